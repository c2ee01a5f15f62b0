import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { shareOf, type Operations, type OperationsBehind, type OperationsSpan } from './operations.ts';
import { Figure, type Period } from './parts.tsx';
import { useFigures, useWords } from './wording.ts';

interface Props {
  found: Operations;
  period: Period;
  onBehind: (next: OperationsBehind) => void;
}

/** Rates of the period, each with that of the period before. */
export function OperationsRates({ found, period, onBehind }: Props) {
  const t = useWords();
  const { count } = useFigures();
  const { now, before, side } = found;
  const orders = <Link to={`/income?period=${period}`}>{t('operations.toIncome')}</Link>;
  const both = { found, onBehind };
  return (
    <section aria-label={t('operations.rates')} className="bd-group">
      <h2 className="bd-heading">{t('operations.rates')}</h2>
      <div className="bd-figures">
        <Figure
          title={t('operations.placed')}
          meaning={t('operations.meaning.placed')}
          value={count(now.placed)}
          now={now.placed}
          before={before.placed}
          earlier={count(before.placed)}
          door={orders}
        />
        <Rate {...both} name="onTime" of="late" pick={onTime} />
        <Average name="salePerPackage" found={found} door={orders} />
        {side === 'cost' ? <Average name="costPerPackage" found={found} door={orders} /> : null}
        <Average name="salePerPound" found={found} door={orders} />
        {side === 'cost' ? <Average name="costPerPound" found={found} door={orders} /> : null}
        <Rate
          {...both}
          name="byDimension"
          of="byDimension"
          pick={({ weighed }) => [weighed.byDimension, weighed.weighed]}
        />
        <Rate
          {...both}
          name="corrected"
          of={side === 'cost' ? 'corrected' : null}
          pick={({ corrections }) => [corrections.corrected, corrections.billed]}
        />
        {now.claims ? <Claims found={found} claims={now.claims} /> : null}
        <PassedOn {...both} />
        <Rate {...both} name="voided" of="voided" pick={({ labels }) => [labels.voided, labels.made]} />
        <Rate
          {...both}
          name="neverScanned"
          of="neverScanned"
          pick={({ handed }) => [handed.neverScanned, handed.handed]}
        />
      </div>
    </section>
  );
}

const onTime = ({ channels }: OperationsSpan): [number, number] => [
  channels.reduce((sum, each) => sum + each.onTime, 0),
  channels.reduce((sum, each) => sum + each.promised, 0),
];

/** Opens what is counted. */
function ListButton({ of, onBehind }: Pick<Props, 'onBehind'> & { of: OperationsBehind['of'] }) {
  const t = useWords();
  return (
    <button type="button" className="bd-link" onClick={() => onBehind({ of })}>
      {t('list')}
    </button>
  );
}

/** A part of a whole. */
function Rate({
  found: { now, before },
  name,
  of,
  pick,
  onBehind,
}: Pick<Props, 'found' | 'onBehind'> & {
  name: string;
  of: OperationsBehind['of'] | null;
  pick: (span: OperationsSpan) => [number, number];
}) {
  const t = useWords();
  const { count, percent } = useFigures();
  const [part, whole] = pick(now);
  const [share, earlier] = [shareOf(part, whole), shareOf(...pick(before))];
  return (
    <Figure
      title={t(`operations.${name}`)}
      meaning={t(`operations.meaning.${name}`)}
      value={share === null ? t('none') : percent(share)}
      now={share ?? 0}
      before={earlier ?? 0}
      earlier={earlier === null ? t('none') : percent(earlier)}
      note={whole > 0 ? t('operations.of', { part: count(part), whole: count(whole) }) : t('operations.nothingYet')}
      door={of && part > 0 ? <ListButton of={of} onBehind={onBehind} /> : null}
    />
  );
}

/** Money by package or by pound. */
function Average({
  found: { now, before, currency },
  name,
  door,
}: Pick<Props, 'found'> & {
  name: 'salePerPackage' | 'costPerPackage' | 'salePerPound' | 'costPerPound';
  door: ReactNode;
}) {
  const t = useWords();
  const { money } = useFigures();
  return (
    <Figure
      title={t(`operations.${name}`)}
      meaning={t(`operations.meaning.${name}`)}
      value={now[name] === null ? t('none') : money(now[name], currency)}
      now={Number(now[name] ?? 0)}
      before={Number(before[name] ?? 0)}
      earlier={before[name] === null ? t('none') : money(before[name], currency)}
      door={door}
    />
  );
}

/** What carriers gave back, of what was asked of them. */
function Claims({
  found: { before, currency, span },
  claims,
}: Pick<Props, 'found'> & { claims: NonNullable<OperationsSpan['claims']> }) {
  const t = useWords();
  const { count, money } = useFigures();
  const earlier = before.claims?.credited;
  return (
    <Figure
      title={t('operations.claims')}
      meaning={t('operations.meaning.claims')}
      value={money(claims.credited, currency)}
      now={Number(claims.credited)}
      before={Number(earlier ?? 0)}
      earlier={money(earlier ?? '0', currency)}
      note={t('operations.claimsOf', {
        ...{ won: count(claims.won), filed: count(claims.filed) },
        asked: money(claims.asked, currency),
      })}
      door={<Link to={`/CarrierClaim?filedOn.between=${span.from},${span.to}`}>{t('list')}</Link>}
    />
  );
}

/** Days until customers are charged what carriers billed. */
function PassedOn({ found: { now, before }, onBehind }: Pick<Props, 'found' | 'onBehind'>) {
  const t = useWords();
  const { count, tenth } = useFigures();
  const { days, billed } = now.passedOn;
  const inDays = (many: number | null) => (many === null ? t('none') : t('operations.inDays', { days: tenth(many) }));
  return (
    <Figure
      title={t('operations.passedOn')}
      meaning={t('operations.meaning.passedOn')}
      value={inDays(days)}
      now={days ?? 0}
      before={before.passedOn.days ?? 0}
      earlier={inDays(before.passedOn.days)}
      note={billed > 0 ? t('operations.passedOnOf', { count: count(billed) }) : t('operations.nothingYet')}
      door={billed > 0 ? <ListButton of="passedOn" onBehind={onBehind} /> : null}
    />
  );
}
