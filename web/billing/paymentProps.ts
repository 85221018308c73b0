/** Props of every card form. */
export interface PaymentFormProps {
  /** Secret of the payment. */
  clientSecret: string;
  /** Where the person goes once it is paid, on our origin. */
  returnPath: string;
  /** Label of the button: "Subscribe for $20/month". */
  label: string;
  /** It stands where a button was that had the focus. */
  takesFocus?: boolean;
}
