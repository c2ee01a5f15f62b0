import { Link } from 'react-router-dom';
import { ErrorPanel, Skeleton, toDisplayError, type PanelProps } from '../../kit/index.ts';
import { useAsked } from './use-asked.ts';
import { useWords } from './words.ts';
import './members.css';

interface Answer {
  readonly accepted: number;
  readonly all: number;
  readonly open: readonly { id: string; code: string; name: string; edition: string | null }[];
}

/** Who has not accepted this contract yet. */
export default function AcceptancePanel({ record }: PanelProps) {
  const t = useWords();
  const { answer, error, again } = useAsked<Answer>('Contracts/acceptance', { contract: record.id });
  if (!answer)
    return error ? <ErrorPanel compact error={toDisplayError(error)} onRetry={again} /> : <Skeleton shape="list" />;
  return (
    <>
      <p>{t('acceptance.sum', { accepted: answer.accepted, all: answer.all })}</p>
      {answer.open.length === 0 ? (
        <p>{t('acceptance.none')}</p>
      ) : (
        <div className="members-scroll">
          <table className="members-table">
            <thead>
              <tr>
                <th scope="col">{t('acceptance.customer')}</th>
                <th scope="col">{t('acceptance.last')}</th>
              </tr>
            </thead>
            <tbody>
              {answer.open.map(({ id, code, name, edition }) => (
                <tr key={id}>
                  <td>
                    <Link to={`/Customer/${id}`}>{name}</Link> {code}
                  </td>
                  <td>{edition ?? t('acceptance.never')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
