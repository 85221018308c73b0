/** Data of GET /api/login and related pages; the server passes it to web/signin in an attribute. */
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
      /**
       * An opened sign-in link. The server renders this page completely: it works without
       * JavaScript.
       */
      type: 'link';
      /** Whether somebody else is signed in, whose copies go when the link is used. */
      isSwitch: boolean;
    }
  | {
      /** An error; the link leads back to the form. Also rendered by the server. */
      type: 'message';
      title: string;
      text: string;
    };
