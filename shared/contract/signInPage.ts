/** What GET /api/login and its neighbours show; the server hands it to web/signin in an attribute. */
export type SignInPage =
  | {
      kind: 'sign-in';
      /** Filled in, and fixed when an invitation is bound to it. */
      email: string;
      isEmailFixed: boolean;
      /** Goes back with the sign-in. */
      invite: string | null;
      returnTo: string | null;
      /** Name of the identity provider, and where its button leads; null without one. */
      provider: { name: string; address: string } | null;
      /** Whether mail goes out; where it does not, the page says where the code is to be found. */
      isMailSent: boolean;
    }
  | {
      /** A link was followed by a browser in which somebody else is signed in. */
      kind: 'switch';
      /** Addresses of who is signed in, and whom the link signs in. */
      current: string;
      next: string;
      /** The secret of the link, which has not been used yet. */
      token: string;
    }
  | {
      /** Something went wrong on the way; the link leads back to the form. */
      kind: 'message';
      title: string;
      text: string;
    };
