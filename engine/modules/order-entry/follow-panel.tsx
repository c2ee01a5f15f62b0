import { App } from 'antd';
import { Link } from 'react-router-dom';
import {
  newKey,
  saveFile,
  StatusTag,
  errorMessage,
  useDataClient,
  useHasPermission,
  type TagTone,
  type WireRecord,
} from '../../kit/index.ts';
import { useDesk, useFigures, useWords } from './wording.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Props {
  record: WireRecord;
  slow: boolean;
  packages: readonly WireRecord[];
  toneOf: (state: string) => TagTone;
  onNew: () => void;
  onAgain: () => void;
}

/** What becomes of an order after it was placed, up to its labels. */
export function FollowPanel({ record, slow, packages, toneOf, onNew, onAgain }: Props) {
  const t = useWords();
  const { words } = useDesk();
  const state = record.status ?? '';
  const mayPrint = useHasPermission('OrderBox:print');
  const labels = packages.filter((each) => each.status === 'labelled');
  const isFirstPrint = labels.length > 0 && labels.every((each) => !each['printCount']);
  return (
    <section className="entry-card entry-follow" aria-label={t('follow.title')} aria-live="polite">
      <div className="entry-card-head">
        <h2>{text(record['orderNo'])}</h2>
        <StatusTag tone={toneOf(state)} text={words.state(state)} />
      </div>
      <Situation record={record} slow={slow} />
      {packages.length > 0 ? (
        <ol className="entry-packages">
          {packages.map((each) => (
            <li key={each.id}>
              <code className={each.status === 'voided' ? 'is-void' : undefined}>{text(each['trackingNo'])}</code>
            </li>
          ))}
        </ol>
      ) : null}
      <p className="entry-actions">
        {mayPrint && isFirstPrint ? <PrintLabels order={record.id} /> : null}
        {labels.length > 0 ? (
          <Link className="button" to={`/Order/${record.id}?tab=labels`}>
            {t('follow.labels')}
          </Link>
        ) : null}
        <button type="button" className={isFirstPrint ? 'button' : 'button is-primary'} onClick={onNew}>
          {t('follow.new')}
        </button>
        <button type="button" className="button" onClick={onAgain}>
          {t('follow.again')}
        </button>
        <Link className="button" to={`/Order/${record.id}`}>
          {t('follow.open')}
        </Link>
      </p>
    </section>
  );
}

/** What it waits for, why it was routed as it was, and what went wrong. */
function Situation({ record, slow }: Pick<Props, 'record' | 'slow'>) {
  const t = useWords();
  const { words } = useDesk();
  const figures = useFigures();
  const state = record.status ?? '';
  const missing = record['missingSum'];
  return (
    <>
      {state === 'placing' ? <p aria-busy="true">{t(slow ? 'follow.slow' : 'follow.placing')}</p> : null}
      {state === 'waitingForFunds' ? (
        <p>
          {t('follow.funds', {
            sum: typeof missing === 'number' ? figures.money(missing, text(record['currency'])) : '–',
          })}{' '}
          <Link to="/Recharge/new">{t('follow.recharge')}</Link>
        </p>
      ) : null}
      {text(record['pickReason']) ? (
        <p>
          {words.option('pickReason', text(record['pickReason']))}
          {typeof record['pickNextPrice'] === 'number'
            ? ` · ${words.field('pickNextPrice')}: ${figures.money(record['pickNextPrice'], text(record['currency']))}`
            : null}
        </p>
      ) : null}
      {state === 'held' ? <p>{t('follow.held')}</p> : null}
      {text(record['errorCause']) && record['errorCause'] !== 'other' ? (
        <p className="entry-fault">
          {words.option('errorCause', text(record['errorCause']))}.{' '}
          {words.option('errorRepair', text(record['errorRepair']))}
        </p>
      ) : null}
      {text(record['errorText']) ? <p className="entry-fault">{text(record['errorText'])}</p> : null}
    </>
  );
}

/** Prints the labels for the first time; again, or one by one, they are printed where a reason can be given. */
function PrintLabels({ order }: { order: string }) {
  const t = useWords();
  const client = useDataClient();
  const { message } = App.useApp();
  const print = async () => {
    // Opened at once, while the click still counts: a browser blocks what opens after an answer.
    const tab = window.open('', '_blank');
    try {
      const { name, blob } = await client.obtain('Label/merge', { orders: [order], run: newKey() });
      if (tab) tab.location.replace(URL.createObjectURL(blob));
      else saveFile({ name, blob });
    } catch (error) {
      tab?.close();
      void message.error(errorMessage(error));
    }
  };
  return (
    <button type="button" className="button is-primary" onClick={() => void print()}>
      {t('follow.print')}
    </button>
  );
}
