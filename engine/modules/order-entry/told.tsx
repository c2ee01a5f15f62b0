import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { errorMessage, useViewer, WireError } from '../../kit/index.ts';
import type { Placing } from './use-placing.ts';
import { useWords } from './wording.ts';

const asksForContract = (error: unknown): boolean =>
  error instanceof WireError && error.issues.some(({ code }) => code === 'members.contractOpen');

/** What became of the last try, and what this browser had kept. */
export function Told({
  placing,
  restored,
  onOver,
  onDrop,
}: {
  placing: Placing;
  restored: boolean;
  onOver: (version: number) => void;
  onDrop: () => void;
}) {
  const t = useWords();
  const { step, error, conflict } = placing;
  if (step !== 'idle') return <Alert type="info" showIcon message={t(`step.${step}`)} />;
  if (conflict)
    return (
      <Alert
        type="warning"
        showIcon
        message={t('conflict')}
        action={
          <button type="button" className="button" onClick={() => onOver(conflict.version)}>
            {t('conflict.over')}
          </button>
        }
      />
    );
  if (error) return <Failure error={error} reasons={Object.values(placing.faults)} />;
  if (placing.saved) return <Alert type="success" showIcon message={t('saved')} />;
  if (!restored) return null;
  return (
    <Alert
      type="info"
      showIcon
      message={t('restored')}
      action={
        <button type="button" className="link-button" onClick={onDrop}>
          {t('restored.drop')}
        </button>
      }
    />
  );
}

/** Why the order was refused; who has to accept the contract first is shown where. */
function Failure({ error, reasons }: { error: unknown; reasons: readonly string[] }) {
  const t = useWords();
  const isMember = useViewer().member !== null;
  return (
    <Alert
      type="error"
      showIcon
      message={errorMessage(error)}
      description={reasons.length > 0 ? reasons.join(' ') : null}
      {...(asksForContract(error) && isMember
        ? {
            action: (
              <Link className="button" to="/getting-started">
                {t('contract.accept')}
              </Link>
            ),
          }
        : {})}
    />
  );
}
