import { Link } from 'react-router-dom';
import { errorMessage } from '../../kit/index.ts';
import type { DeskState } from './sheet-store.ts';
import type { totalsOf } from './marks.ts';
import type { Outcome, Run } from './use-runs.ts';
import { useClock, useMoney, useWords } from './wording.ts';

interface Props {
  kept: Pick<DeskState, 'homeless' | 'keptAt'>;
  orders: number;
  boxes: number;
  sums: ReturnType<typeof totalsOf>;
  run: Run | null;
  outcome: Outcome | null;
  /** Orders that have an offer: without a service of their own, and with one that costs more. */
  offers: { without: number; cheaper: number; saving: number; currency: string };
  onOffers(which: 'without' | 'cheaper'): void;
  onHalt(): void;
  onAside(): void;
  onAgain(): void;
}

/** What the sheet comes to, and what is being done with it. */
export function SheetFoot({ kept, orders, boxes, sums, run, outcome, offers, ...props }: Props) {
  const t = useWords();
  const money = useMoney();
  const { totals, open } = sums;
  return (
    <footer className="bulk-foot">
      {run ? (
        <RunLine run={run} onHalt={props.onHalt} />
      ) : outcome ? (
        <OutcomeLine outcome={outcome} onAside={props.onAside} onAgain={props.onAgain} />
      ) : null}
      <dl className="bulk-sums">
        <div>
          <dt>{t('foot.orders')}</dt>
          <dd>{orders}</dd>
        </div>
        <div>
          <dt>{t('foot.boxes')}</dt>
          <dd>{boxes}</dd>
        </div>
        {totals.map(({ currency, sale, cost, margin }) => (
          <div key={currency} className="bulk-sum-money">
            <div>
              <dt>{t('foot.sale')}</dt>
              <dd className="is-sale">{money(sale, currency)}</dd>
            </div>
            {cost === undefined || margin === undefined ? null : (
              <>
                <div>
                  <dt>{t('foot.cost')}</dt>
                  <dd>{money(cost, currency)}</dd>
                </div>
                <div>
                  <dt>{t('foot.margin')}</dt>
                  <dd data-tone={margin < 0 ? 'bad' : undefined}>{money(margin, currency)}</dd>
                </div>
              </>
            )}
          </div>
        ))}
        {totals.length > 0 && open > 0 ? <div className="bulk-open">{t('foot.open', { count: open })}</div> : null}
        {offers.without > 0 ? (
          <button type="button" className="button is-small" onClick={() => props.onOffers('without')}>
            {t('offer.take', { count: offers.without })}
          </button>
        ) : null}
        {offers.cheaper > 0 ? (
          <button type="button" className="button is-small" onClick={() => props.onOffers('cheaper')}>
            {t('offer.cheaper', { count: offers.cheaper, sum: money(offers.saving, offers.currency) })}
          </button>
        ) : null}
      </dl>
      <KeptNote {...kept} />
    </footer>
  );
}

/** How far a run has come, and the way to stop it. */
function RunLine({ run: { step, done, total }, onHalt }: { run: Run; onHalt(): void }) {
  const t = useWords();
  const words = t(`run.${step}`, { done, total });
  return (
    <div className="bulk-run" role="status">
      <span>{words}</span>
      <progress max={Math.max(1, total)} value={done} aria-label={words} />
      <button type="button" className="button is-small" onClick={onHalt}>
        {t('run.stop')}
      </button>
    </div>
  );
}

/** Whether this device keeps what was typed, and since when. */
function KeptNote({ homeless, keptAt }: Props['kept']) {
  const t = useWords();
  const clock = useClock();
  return (
    <p className="bulk-kept" role="status">
      {homeless ? (
        <strong>{t('bar.homeless')}</strong>
      ) : keptAt === null ? (
        t('bar.keeps')
      ) : (
        t('bar.keptAt', { at: clock.time(keptAt) })
      )}
    </p>
  );
}

function OutcomeLine({ outcome, onAside, onAgain }: { outcome: Outcome; onAside(): void; onAgain(): void }) {
  const t = useWords();
  const { kind, saved, refused, placed, error, stopped } = outcome;
  const count = placed?.placed ?? 0;
  const tone = error ? 'bad' : refused > 0 || stopped ? 'warn' : 'good';
  return (
    <div className="bulk-outcome" data-tone={tone} role={error ? 'alert' : 'status'}>
      <span>
        {error
          ? t('done.failed', { reason: errorMessage(error) })
          : kind === 'place'
            ? t('done.placed', { count })
            : t(kind === 'try' ? 'done.tried' : 'done.saved', { count: saved })}
        {refused > 0 ? ` ${t('done.refused', { count: refused })}` : ''}
        {stopped ? ` ${t('done.stopped')}` : ''}
      </span>
      {error ? (
        <button type="button" className="button is-small" onClick={onAgain}>
          {t('ui.retry')}
        </button>
      ) : null}
      {placed?.batch && count > 0 ? (
        <Link to={`/OrderBatch/${encodeURIComponent(placed.batch)}`}>{t('done.seeBatch')}</Link>
      ) : null}
      {kind === 'save' && saved > 0 && !error ? <Link to="/Order?view=drafts">{t('done.seeDrafts')}</Link> : null}
      <button type="button" className="icon-button" aria-label={t('ui.close')} onClick={onAside}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
