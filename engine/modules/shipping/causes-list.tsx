import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  entityLabels,
  ErrorPanel,
  Skeleton,
  StatusTag,
  toDisplayError,
  useCulture,
  useEntity,
  useHasPermission,
  useValueContext,
  wordsOf,
  type EntityLabels,
} from '../../kit/index.ts';
import { groups, inGroup, repairOf, type Cause } from './causes.ts';
import { RepairDialog } from './repair-dialog.tsx';
import { useCauses } from './use-causes.ts';
import './causes.css';

interface Props {
  /** Null: all orders that have failed. */
  batch: string | null;
  stamp: number;
  onChanged: () => void;
}

/** Three groups of what keeps orders from going on, each by its causes, with one repair for all orders of a cause. */
export function CausesList({ batch, stamp, onChanged }: Props) {
  const { t } = useTranslation(wordsOf('shipping'));
  const { causes, error, again } = useCauses(batch, stamp);
  const { answer } = useEntity('OrderBatch');
  const mayRepair = useHasPermission('Order:submit');
  const [asked, setAsked] = useState<Cause | null>(null);
  if (error && !causes) return <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />;
  if (!causes || !answer) return <Skeleton shape="page" />;
  if (causes.length === 0) return <EmptyState kind="nothing" compact title={t('causes.none')} note="" />;
  const words = entityLabels(answer);
  return (
    <div className="causes">
      {groups.map((group) => {
        const own = inGroup(causes, group);
        if (own.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`causes-${group}`}>
            <h3 id={`causes-${group}`}>{t(`causes.group.${group}`)}</h3>
            <ul>
              {own.map((cause) => (
                <CauseRow
                  key={`${cause.group} ${cause.code} ${cause.text}`}
                  {...{ cause, batch, words }}
                  onRepair={mayRepair ? () => setAsked(cause) : null}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {asked ? (
        <RepairDialog
          {...{ batch, cause: asked, title: nameOf(words, asked) }}
          onClose={(changed) => {
            setAsked(null);
            if (changed) onChanged();
            again();
          }}
        />
      ) : null}
    </div>
  );
}

/** A sentence where the cause is known, else the carrier's text. */
const nameOf = (words: EntityLabels, { cause, text, code }: Cause): string =>
  cause && cause !== 'other' ? words.option('cause', cause) : (text ?? code ?? '');

function CauseRow(on: { cause: Cause; batch: string | null; words: EntityLabels; onRepair: (() => void) | null }) {
  const { cause, batch, words, onRepair } = on;
  const { t } = useTranslation(wordsOf('shipping'));
  const culture = useCulture();
  const { timeZone } = useValueContext();
  const moment = new Intl.DateTimeFormat(culture, { dateStyle: 'short', timeStyle: 'short', timeZone });
  const query = new URLSearchParams({
    ...(batch ? { batch } : { view: 'errors' }),
    ...(cause.group === 'carrier' && cause.cause ? { errorCause: cause.cause } : {}),
  });
  const repair = repairOf(cause);
  const hint = repair === 'try' || repair === 'money' ? t(`causes.hint.${repair}`) : words.option('repair', repair);
  return (
    <li>
      <StatusTag tone={repair === 'wait' ? 'warn' : 'bad'} text={String(cause.ids.length)} />
      <span className="cause-words">
        <strong>{nameOf(words, cause)}</strong>
        <small>
          {hint}
          {cause.nextTryAt ? ` ${t('causes.next', { at: moment.format(new Date(cause.nextTryAt)) })}` : ''}
        </small>
      </span>
      <span className="cause-ways">
        <Link className="button" to={`/Order?${query.toString()}`}>
          {t('causes.show')}
        </Link>
        {onRepair ? (
          <button type="button" className="button is-primary" onClick={onRepair}>
            {t('causes.repair')}
          </button>
        ) : null}
      </span>
    </li>
  );
}
