import type { ChargeLine } from './quotes.ts';
import { useFigures, useWords } from './wording.ts';

/** The charges of a delivered kind have words; one that a tenant made is shown by its code. */
export const delivered: ReadonlySet<string> = new Set([
  ...['transport', 'fuel', 'residential', 'area', 'additionalHandling', 'largePackage', 'overMaximum', 'signature'],
  ...['declaredValue', 'thirdParty', 'addressCorrection', 'demand', 'distribution', 'discount', 'other'],
  ...['saturday', 'pickup', 'intercept', 'returns', 'tax', 'duty'],
]);

/** What a price is made of: the kind of each charge, the sentence that says why, and the amount. */
export function ChargeLines({
  heading,
  lines,
  currency,
  total,
}: {
  heading: string;
  lines: readonly ChargeLine[];
  currency: string | undefined;
  total: number;
}) {
  const t = useWords();
  const { money } = useFigures();
  return (
    <div className="charge-lines">
      {heading ? <h3>{heading}</h3> : null}
      <dl>
        {lines.map((line, at) => (
          <div key={at}>
            <dt>
              {delivered.has(line.category) ? t(`rating.category.${line.category}`) : line.category}
              {line.box === null || line.box === undefined ? null : (
                <small>{t('charge.box', { box: line.box + 1 })}</small>
              )}
            </dt>
            <dd className="charge-why">{line.text}</dd>
            <dd className="charge-amount">{money(line.amount, currency)}</dd>
          </div>
        ))}
        <div className="charge-total">
          <dt>{t('charge.total')}</dt>
          <dd className="charge-why" />
          <dd className="charge-amount">{money(total, currency)}</dd>
        </div>
      </dl>
    </div>
  );
}
