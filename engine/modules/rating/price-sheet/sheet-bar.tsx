import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  zones: readonly string[];
  all: boolean;
  onAll(all: boolean): void;
  onRow(): void;
  onDropRow(): void;
  onZone(zone: string): void;
  onDropZone(zone: string): void;
}

/** What is done to rows and zones as a whole. */
export function SheetBar({ zones, all, onAll, onRow, onDropRow, onZone, onDropZone }: Props) {
  const { t } = useTranslation();
  const [zone, setZone] = useState('');
  const named = zone.trim();
  const isKnown = zones.includes(named);
  return (
    <div className="price-sheet-bar">
      <button type="button" className="button" onClick={onRow}>
        {t('widget.price-sheet.addRow')}
      </button>
      <button type="button" className="button" onClick={onDropRow}>
        {t('widget.price-sheet.dropRow')}
      </button>
      <input
        aria-label={t('widget.price-sheet.zoneName')}
        placeholder={t('widget.price-sheet.zoneName')}
        maxLength={30}
        value={zone}
        onChange={({ target }) => setZone(target.value)}
      />
      <button
        type="button"
        className="button"
        disabled={named === ''}
        onClick={() => {
          if (isKnown) onDropZone(named);
          else onZone(named);
          setZone('');
        }}
      >
        {t(isKnown ? 'widget.price-sheet.dropZone' : 'widget.price-sheet.addZone')}
      </button>
      <label className="price-sheet-all">
        <input type="checkbox" checked={all} onChange={({ target }) => onAll(target.checked)} />
        {t('widget.price-sheet.all')}
      </label>
    </div>
  );
}
