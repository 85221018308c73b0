import { useState } from 'react';
import { applyForBeta, type BetaApplication } from '#shared/contract/beta.ts';
import { call, fieldProblemsOf, messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { BetaForm, type Problems } from './BetaForm.tsx';
import { ThankYou } from './ThankYou.tsx';

interface BetaDialogProps {
  open: boolean;
  onClose: () => void;
}

type Step = { name: 'editing' | 'submitting' } | { name: 'submitted'; email: string };

const formId = 'beta-application';

/** The application for the beta. What was typed stays when the window is closed, until it has been sent. */
export function BetaDialog({ open, onClose }: BetaDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'editing' });
  const [draft, setDraft] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const [problems, setProblems] = useState<Problems>({});
  const isSubmitting = step.name === 'submitting';

  const submit = async (body: BetaApplication) => {
    if (isSubmitting) return;
    setStep({ name: 'submitting' });
    try {
      await call(applyForBeta, { body });
      setStep({ name: 'submitted', email: body.email });
      toast(toastTexts.applicationSubmitted);
    } catch (error) {
      const { applicationFailed } = toastTexts;
      setStep({ name: 'editing' });
      setProblems(fieldProblemsOf(error));
      toast({ ...applicationFailed, description: messageOf(error, applicationFailed.description) });
    }
  };

  if (step.name === 'submitted') {
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
        <ThankYou email={step.email} />
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
          <Button kind="primary" type="submit" form={formId} isBusy={isSubmitting}>
            {isSubmitting ? 'Submitting...' : 'Submit Application'}
          </Button>
        </>
      }
    >
      <BetaForm
        id={formId}
        draft={draft}
        onDraft={setDraft}
        problems={problems}
        onProblems={setProblems}
        onSubmit={(application) => void submit(application)}
      />
    </Dialog>
  );
}
