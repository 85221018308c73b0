import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { getProjectInvitation } from '#shared/contract/shares.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { roleLabel } from '#shared/roleLabel.ts';
import type { ShareRole } from '#shared/roles.ts';
import { sharingTexts } from '#shared/sharingTexts.ts';
import { inviteToasts } from '#web/invite/inviteToasts.ts';
import { clearInvite, loginHrefFor, storeInvite } from '#web/invite/storedInvite.ts';
import { ApiError } from '#web/lib/api.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { longDate } from '#web/lib/dates.ts';
import { toast } from '#web/lib/toast.ts';
import { Poster } from '#web/projects/poster/Poster.tsx';
import { logoutAddress, useUser } from '#web/session/auth.ts';
import { invitationQuery, useAcceptInvitation } from '#web/sharing/shares.data.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { PlainPage } from '#web/ui/PlainPage.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import styles from './InvitationScreen.module.css';

/** Delay between the acceptance and the redirect to the project (docs/spec/sharing.md). */
export const redirectMs = 2000;

type Invitation = CallReply<typeof getProjectInvitation>;

/** Show the invitation and the button that accepts it, to everyone with the link. */
export function InvitationScreen({ inviteToken = '' }: { inviteToken?: string | undefined }) {
  if (inviteToken.trim() === '')
    return (
      <PlainPage
        title="Invalid Invitation"
        text="The link is incomplete. Open it from the email again."
        actions={<Home />}
      />
    );
  return <OpenInvitation inviteToken={inviteToken} />;
}

function OpenInvitation({ inviteToken }: { inviteToken: string }) {
  const { data, error, isFetching, refetch } = useQuery(invitationQuery(inviteToken));
  if (data) return <Pending inviteToken={inviteToken} invitation={data} />;
  if (!error) return <Spinner />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <PlainPage
        title={sharingTexts.invitationNotFound}
        text={sharingTexts.invitationOver}
        actions={<Home />}
      />
    );
  return (
    <PlainPage
      title="The invitation could not be loaded"
      text="Check your connection and try again."
      actions={
        <Button kind="primary" size="large" isBusy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    />
  );
}

function Home() {
  return (
    <a className={buttonClass({ kind: 'primary', size: 'large' })} href={hrefOf('/')}>
      Go to the start page
    </a>
  );
}

const abilities: Record<ShareRole, string> = {
  viewer: 'Viewers read everything in it, and export it.',
  commenter: 'Commenters read everything in it, comment, and use the assistant.',
  editor: 'Editors write, plan, cast and generate. They cannot share the project or delete it.',
};

function Pending({ inviteToken, invitation }: { inviteToken: string; invitation: Invitation }) {
  const { user, joined, problem, isAccepting, accept } = useAcceptance(inviteToken);
  const { projectName, projectId, role } = invitation;
  return (
    <main className={styles.page}>
      <title>{`Invitation to ${projectName}`}</title>
      <div className={styles.words}>
        <Wordmark />
        <div className={styles.middle}>
          <p className={styles.slug}>{joined ? 'ACCEPTED' : 'INVITATION'}</p>
          <h1 className={styles.name} dir="auto">
            {projectName}
          </h1>
          {joined ? (
            <p className={styles.sentence} role="status">
              You have joined as <b>{roleLabel(role)}</b>. The project opens in a moment.
            </p>
          ) : (
            <Question
              inviteToken={inviteToken}
              role={role}
              isSignedIn={user !== null}
              problem={problem}
              isAccepting={isAccepting}
              onAccept={accept}
            />
          )}
        </div>
        {!joined && <Foot invitation={invitation} signedInAs={user?.email ?? null} />}
      </div>
      <div className={styles.picture} aria-hidden="true">
        <div className={styles.poster}>
          <Poster project={{ id: projectId, name: projectName, conceptImageUrl: null }} />
        </div>
      </div>
    </main>
  );
}

/** Accept the invitation, and open the project a moment later. Visitors are asked to sign in. */
function useAcceptance(inviteToken: string) {
  const user = useUser();
  const navigate = useNavigate();
  const acceptance = useAcceptInvitation(inviteToken);
  const [problem, setProblem] = useState<string>();
  const joined = acceptance.data?.encodedProjectId;

  useEffect(() => storeInvite(inviteToken), [inviteToken]);
  useEffect(() => {
    if (joined === undefined) return;
    clearInvite();
    const open = () =>
      void navigate({ to: '/projects/$projectId/{-$view}', params: { projectId: joined, view: undefined } });
    const timer = setTimeout(open, redirectMs);
    return () => clearTimeout(timer);
  }, [joined, navigate]);

  const askToSignIn = () => {
    toast(inviteToasts.signInToAccept);
    void navigate({ to: '/' });
  };
  const accept = () => {
    if (!user) return askToSignIn();
    setProblem(undefined);
    acceptance.mutate(undefined, {
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) return askToSignIn();
        const { acceptFailed } = inviteToasts;
        const text = errorFieldOf(error) ?? acceptFailed.description;
        setProblem(text);
        toast({ ...acceptFailed, description: text });
      },
    });
  };
  return { user, joined, problem, isAccepting: acceptance.isPending, accept };
}

interface QuestionProps {
  inviteToken: string;
  role: ShareRole;
  isSignedIn: boolean;
  problem: string | undefined;
  isAccepting: boolean;
  onAccept: () => void;
}

function Question({ inviteToken, role, isSignedIn, problem, isAccepting, onAccept }: QuestionProps) {
  return (
    <>
      <p className={styles.sentence}>
        You have been invited to join this project as <b>{roleLabel(role)}</b>.
      </p>
      <p className={styles.ability}>{abilities[role]}</p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button kind="primary" size="large" isBusy={isAccepting} onClick={onAccept}>
          {problem ? 'Try again' : 'Accept Invitation'}
        </Button>
        {!isSignedIn && (
          <a className={styles.link} href={loginHrefFor(inviteToken)}>
            Sign in to accept
          </a>
        )}
      </div>
    </>
  );
}

/** Show the addressee and the expiry, and to a user with another address how to switch. */
function Foot({
  invitation: { email, expiresAt },
  signedInAs,
}: {
  invitation: Invitation;
  signedInAs: string | null;
}) {
  const until = longDate(expiresAt);
  if (email) return <p className={styles.foot}>{`The invitation is for ${email} and ends on ${until}.`}</p>;
  if (signedInAs === null) return <p className={styles.foot}>{`The invitation ends on ${until}.`}</p>;
  return (
    <p className={styles.foot}>
      {sharingTexts.otherAddress} You are signed in as {signedInAs}.{' '}
      <a className={styles.link} href={logoutAddress}>
        Log out to use another
      </a>
    </p>
  );
}

/** Return the `error` field of an answer (docs/spec/sharing.md). */
function errorFieldOf(error: unknown): string | undefined {
  const body = error instanceof ApiError ? error.body : null;
  const { error: text } = { error: undefined, ...(typeof body === 'object' ? body : null) };
  return typeof text === 'string' && text !== '' ? text : undefined;
}
