import { ErrorPanel, Skeleton, toDisplayError } from '../../kit/index.ts';
import { useAsked } from './use-asked.ts';
import { useFigures, useWords } from './words.ts';

interface Line {
  readonly kind: string;
  readonly at: string;
  readonly orderNo: string | null;
  readonly moneyIn: number | null;
  readonly moneyOut: number | null;
  readonly balance: number;
}

/** What moved a sub-customer's balance, the newest first. */
export function SubStatement({ customer, currency }: { customer: string; currency: string }) {
  const t = useWords();
  const figures = useFigures();
  const { answer, error, again } = useAsked<{ lines: readonly Line[] }>('Members/subStatement', { customer });
  if (!answer)
    return error ? <ErrorPanel compact error={toDisplayError(error)} onRetry={again} /> : <Skeleton shape="list" />;
  if (answer.lines.length === 0) return <p className="members-wide">{t('subs.noLines')}</p>;
  const money = (amount: number | null) => (amount ? figures.money(amount, currency) : '');
  return (
    <div className="members-wide members-scroll">
      <table className="members-table">
        <thead>
          <tr>
            {['at', 'kind', 'order', 'in', 'out', 'after'].map((name) => (
              <th key={name}>{t(`subs.line.${name}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.lines.map((line, at) => (
            <tr key={at}>
              <td>{line.at}</td>
              <td>{t(`subs.kind.${line.kind}`)}</td>
              <td>{line.orderNo}</td>
              <td>{money(line.moneyIn)}</td>
              <td>{money(line.moneyOut)}</td>
              <td>{figures.money(line.balance, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
