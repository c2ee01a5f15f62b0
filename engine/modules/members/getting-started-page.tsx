import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ErrorPanel, errorMessage, Icon, PageHeader, Skeleton, toDisplayError } from '../../kit/index.ts';
import { useAsked } from './use-asked.ts';
import { useWords } from './words.ts';
import './members.css';

interface Progress {
  readonly contract: {
    readonly id: string;
    readonly title: string;
    readonly edition: string;
    readonly accepted: boolean;
  } | null;
  readonly steps: Readonly<Record<'channels' | 'funded' | 'rechargeWaits' | 'address' | 'order' | 'label', boolean>>;
  readonly payTo: string | null;
}

/** What is left to do before the first label, each with the way there. */
export default function GettingStartedPage() {
  const t = useWords();
  const { answer, error, again, run } = useAsked<Progress>('Onboarding/progress', {});
  if (!answer) return error ? <ErrorPanel error={toDisplayError(error)} onRetry={again} /> : <Skeleton shape="form" />;
  const { contract, steps, payTo } = answer;
  return (
    <div className="members-page">
      <PageHeader title={t('start.title')} note={t(steps.label ? 'start.ready' : 'start.note')} />
      <p role="alert">{error ? errorMessage(error) : ''}</p>
      <ol className="members-steps">
        <Step done={contract === null || contract.accepted} title={t('start.contract')}>
          {contract === null ? (
            <span>{t('start.noContract')}</span>
          ) : (
            <ContractActions
              contract={contract}
              onAccept={() => void run('Onboarding/accept', { contract: contract.id })}
            />
          )}
        </Step>
        <Step done={steps.channels} title={t('start.channels')}>
          {steps.channels ? null : <span>{t('start.channelsNote')}</span>}
        </Step>
        <Step done={steps.funded} title={t('start.fund')}>
          {steps.funded ? null : (
            <>
              <span>{t(steps.rechargeWaits ? 'start.fundWaits' : 'start.fundNote')}</span>
              <Link to="/Recharge/new">{t('start.fundSlip')}</Link>
              <Link to="/OnlinePayOrder/new">{t('start.fundOnline')}</Link>
              {payTo ? (
                <dl>
                  <dt>{t('start.payTo')}</dt>
                  <dd>{payTo}</dd>
                </dl>
              ) : null}
            </>
          )}
        </Step>
        <Step done={steps.address} title={t('start.address')}>
          {steps.address ? null : <Link to="/AddressBook/new">{t('start.addressGo')}</Link>}
        </Step>
        <Step done={steps.order} title={t('start.order')}>
          {steps.order ? null : <Link to="/order-entry">{t('start.orderGo')}</Link>}
        </Step>
        <Step done={steps.label} title={t('start.label')}>
          {steps.label ? null : <span>{t('start.labelNote')}</span>}
        </Step>
      </ol>
    </div>
  );
}

function ContractActions({
  contract,
  onAccept,
}: {
  contract: NonNullable<Progress['contract']>;
  onAccept: () => void;
}) {
  const t = useWords();
  return (
    <>
      <Link to={`/Contract/${contract.id}`}>{t('start.read')}</Link>
      {contract.accepted ? (
        <span>{t('start.accepted', { title: contract.title, edition: contract.edition })}</span>
      ) : (
        <button type="button" className="button is-primary" onClick={onAccept}>
          {t('start.accept', { title: contract.title, edition: contract.edition })}
        </button>
      )}
    </>
  );
}

function Step({ done, title, children }: { done: boolean; title: string; children: ReactNode }) {
  return (
    <li className={done ? 'is-done' : undefined}>
      <h2>
        <Icon name={done ? 'safety-certificate' : 'clock-circle'} />
        {title}
      </h2>
      <div>{children}</div>
    </li>
  );
}
