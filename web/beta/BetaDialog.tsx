import { useState } from 'react';
import { applyForBeta, BetaApplication } from '#shared/contract/beta.ts';
import { betaToasts } from '#web/beta/betaToasts.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { BetaForm, emptyApplication } from './BetaForm.tsx';
import { ThankYou } from './ThankYou.tsx';

interface BetaDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Show the application for the beta. Typed values stay after closing, until they are sent. */
export function BetaDialog({ open, onClose }: BetaDialogProps) {
  /** Name for the thank-you message. */
  const [appliedBy, setAppliedBy] = useState<string | null>(null);
  const form = useApplicationForm(setAppliedBy);
  const isSubmitting = form.isSaving;

  if (appliedBy !== null) {
    return (
      <Dialog
        open={open}
        onOpenChange={onClose}
        title="Thank you"
        footer={
          <Button key="close" kind="primary" autoFocus onClick={onClose}>
            Close
          </Button>
        }
      >
        <ThankYou email={appliedBy} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onOpenChange={() => !isSubmitting && onClose()}
      title="Join the Beta"
      description="Tell us who you are and what you are writing."
      width="wide"
      footer={
        <>
          <Button kind="ghost" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={form.form.id} isBusy={isSubmitting}>
            {isSubmitting ? 'Submitting...' : 'Submit Application'}
          </Button>
        </>
      }
    >
      <BetaForm form={form} />
    </Dialog>
  );
}

function useApplicationForm(onApplied: (email: string) => void) {
  return useForm({
    schema: BetaApplication,
    opened: emptyApplication,
    warns: false,
    async save({ draft }) {
      const body = BetaApplication.parse(draft);
      await call(applyForBeta, { body });
      return body;
    },
    onSaved({ email }) {
      onApplied(email);
      toast(betaToasts.applicationSubmitted);
    },
    onRejected(error) {
      const { applicationFailed } = betaToasts;
      toast({ ...applicationFailed, description: messageOf(error, applicationFailed.description) });
    },
  });
}
