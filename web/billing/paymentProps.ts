/** What a form asks a card for, whosever form it is. */
export interface PaymentFormProps {
  /** Of what is paid. */
  clientSecret: string;
  /** Where the person goes once it is paid, on our origin. */
  returnPath: string;
  /** Of the button: "Subscribe for $20/month". */
  label: string;
  /** It stands where a button was that had the focus. */
  takesFocus?: boolean;
}
