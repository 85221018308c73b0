/** What GET /api/login and its neighbours show; the server hands it to web/signin in an attribute. */
export type SignInPage =
  | {
      type: 'sign-in';
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
      /** A sign-in link was opened. The server writes this page whole: it works without JavaScript. */
      type: 'link';
      /** Whether somebody else is signed in, whose copies go when the link is used. */
      isSwitch: boolean;
    }
  | {
      /** Something went wrong on the way; the link leads back to the form. Written by the server as well. */
      type: 'message';
      title: string;
      text: string;
    };
