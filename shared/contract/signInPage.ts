/**
 * Data of the sign-in page and related pages. The server passes it to web/signin in an attribute.
 */
export type SignInPage =
  | {
      type: 'sign-in';
      /** Initial value of the field. It cannot be changed when an invitation is bound to it. */
      email: string;
      isEmailFixed: boolean;
      /** Token of the invitation, sent again with the sign-in. */
      invite: string | null;
      returnTo: string | null;
      /** Name of the identity provider and the address of its button. Null: none is configured. */
      provider: { name: string; address: string } | null;
      /** Whether mail is delivered. Otherwise the page says where to find the code. */
      isMailSent: boolean;
    }
  | {
      /**
       * An opened sign-in link. The server renders the whole page, which works without JavaScript.
       */
      type: 'link';
      /**
       * True: another user is signed in, whose offline copies are deleted when the link is used.
       */
      isSwitch: boolean;
    }
  | {
      /** An error with a link back to the form. Rendered by the server too. */
      type: 'message';
      title: string;
      text: string;
    };
