import { EmptyState, type PanelProps } from '../../kit/index.ts';
import { classesOf, type Classified } from './offers.ts';
import { useWords } from './words.ts';
import './freight.css';

/** How every handling unit got its class, figure by figure. */
export default function ClassPanel({ record }: Pick<PanelProps, 'record'>) {
  const t = useWords();
  const units = classesOf(record);
  if (units.length === 0) return <EmptyState kind="nothing" compact title={t('class.none')} />;
  return (
    <div className="freight-panel">
      {units.map((unit) => (
        <section key={unit.line} className="freight-offer">
          <header>
            <h3>
              {unit.line}. {unit.description} × {unit.quantity}
            </h3>
            <b>{t('freight.class.result', { class: unit.freightClass })}</b>
          </header>
          <Reasons unit={unit} />
        </section>
      ))}
    </div>
  );
}

function Reasons({ unit }: { unit: Classified }) {
  const t = useWords();
  const { unitPounds, volume, density, scale, from, below, densityClass, stated, nmfcItem, reason } = unit;
  return (
    <ol className="freight-reasons">
      <li>{t('freight.class.figures', { unitPounds, volume, density })}</li>
      <li>
        {scale ? t('freight.class.scaleSince', { scale }) : t('freight.class.scaleBefore', { next: '2025-07-19' })}
        {': '}
        {below === null
          ? t('freight.class.above', { from, class: densityClass })
          : t('freight.class.between', { from, below, class: densityClass })}
      </li>
      {reason === 'item' ? <li>{t('freight.class.item', { item: nmfcItem, stated })}</li> : null}
      {reason === 'stated' ? <li>{t('freight.class.stated', { stated, class: densityClass })}</li> : null}
    </ol>
  );
}
