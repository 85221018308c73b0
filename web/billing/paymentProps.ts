/** Props of every card form. */
export interface PaymentFormProps {
  /** Secret of the payment. */
  clientSecret: string;
  /** Path on our origin to which the payer returns. */
  returnPath: string;
  /** Label of the button: "Subscribe for $20/month". */
  label: string;
  /** Whether the form takes the focus, because it replaces a focused button. */
  takesFocus?: boolean;
}
