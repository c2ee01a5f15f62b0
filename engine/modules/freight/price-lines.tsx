import type { PriceLine } from './offers.ts';
import { useMoney, useWords } from './words.ts';

/** The lines of a price, each with its explanation. */
export function PriceLines({
  title,
  lines,
  total,
  currency,
}: {
  title: string;
  lines: readonly PriceLine[];
  total: string;
  currency: string;
}) {
  const t = useWords();
  const money = useMoney();
  return (
    <table className="freight-lines">
      <caption>{title}</caption>
      <tbody>
        {lines.map(({ kind, amount, params }, at) => (
          <tr key={at}>
            <th scope="row">{t(`freight.kind.${kind}`)}</th>
            <td>
              {kind === 'accessorial'
                ? t(`freight.accessorial.${String(params['accessorial'])}`)
                : t(`freight.why.${kind}`, params)}
            </td>
            <td className="is-number">{money(amount, currency)}</td>
          </tr>
        ))}
        <tr className="is-total">
          <th scope="row">{t('total')}</th>
          <td />
          <td className="is-number">{money(total, currency)}</td>
        </tr>
      </tbody>
    </table>
  );
}
