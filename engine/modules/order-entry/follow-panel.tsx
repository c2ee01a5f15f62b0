import { App, Button } from 'antd';
import { Link } from 'react-router-dom';
import { saveFile, StatusTag, troubleLine, useDataClient, type TagTone, type WireRecord } from '../../react/index.ts';
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
  const figures = useFigures();
  const state = record.status ?? '';
  const missing = record['missingSum'];
  const labels = packages.filter((each) => text(each['labelFile']) !== '' && each.status === 'labelled');
  return (
    <section className="entry-card entry-follow" aria-label={t('follow.title')} aria-live="polite">
      <div className="entry-card-head">
        <h2>{text(record['orderNo'])}</h2>
        <StatusTag tone={toneOf(state)} text={words.state(state)} />
      </div>
      {state === 'placing' ? <p aria-busy="true">{t(slow ? 'follow.slow' : 'follow.placing')}</p> : null}
      {state === 'waitingForFunds' ? (
        <p>
          {t('follow.funds', {
            sum: typeof missing === 'number' ? figures.money(missing, text(record['currency'])) : '–',
          })}{' '}
          <Link to="/Recharge/new">{t('follow.recharge')}</Link>
        </p>
      ) : null}
      {state === 'held' ? <p>{t('follow.held')}</p> : null}
      {text(record['errorText']) ? <p className="entry-fault">{text(record['errorText'])}</p> : null}
      {packages.length > 0 ? (
        <ol className="entry-packages">
          {packages.map((each) => (
            <li key={each.id}>
              <code className={each.status === 'voided' ? 'is-void' : undefined}>{text(each['trackingNo'])}</code>
              {labels.includes(each) ? <LabelLinks file={text(each['labelFile'])} /> : null}
            </li>
          ))}
        </ol>
      ) : null}
      <p className="entry-actions">
        <button type="button" className="button is-primary" onClick={onNew}>
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

/** The label as the carrier made it: to keep, and, where the browser can show it, to print. */
function LabelLinks({ file }: { file: string }) {
  const t = useWords();
  const client = useDataClient();
  const { message } = App.useApp();
  const withFile = async (work: (found: { name: string; blob: Blob }) => void) => {
    try {
      work(await client.download(file));
    } catch (error) {
      void message.error(troubleLine(error));
    }
  };
  return (
    <span>
      <Button size="small" onClick={() => void withFile(saveFile)}>
        {t('follow.label')}
      </Button>{' '}
      <Button size="small" onClick={() => void withFile(({ blob }) => print(blob))}>
        {t('follow.print')}
      </Button>
    </span>
  );
}

/** Prints from a frame of its own, so that the page keeps its place. */
function print(blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = address;
  frame.addEventListener('load', () => frame.contentWindow?.print());
  window.addEventListener(
    'focus',
    () => {
      frame.remove();
      URL.revokeObjectURL(address);
    },
    { once: true },
  );
  document.body.append(frame);
}
