import { App } from 'antd';
import {
  ErrorPanel,
  newKey,
  Skeleton,
  toDisplayError,
  useAnswer,
  useDataClient,
  type PanelProps,
} from '../../kit/index.ts';
import { useWords } from './wording.ts';
import './boards.css';

/** The link that is opened on the screen itself. */
export default function DisplayPanel({ record, stamp }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const { message } = App.useApp();
  const answer = useAnswer(
    () => client.send<{ link: string }>('Monitor/link', { display: record.id }, newKey()),
    record.id,
    stamp,
  );
  if (answer.error) return <ErrorPanel compact error={toDisplayError(answer.error)} onRetry={answer.retry} />;
  if (!answer.data) return <Skeleton shape="form" />;
  const address = `${location.origin}${answer.data.link}`;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => void message.success(t('display.copied')),
      () => void message.error(t('display.notCopied')),
    );
  return (
    <div className="bd-display">
      <p>{t('display.note')}</p>
      <code>{address}</code>
      <p>
        <button type="button" className="button is-primary" onClick={() => void copy()}>
          {t('display.copy')}
        </button>{' '}
        <a className="button" href={answer.data.link} target="_blank" rel="noreferrer">
          {t('display.open')}
        </a>
      </p>
    </div>
  );
}
