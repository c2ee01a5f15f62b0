import { Dropdown } from 'antd';
import { useRef } from 'react';
import type { DeskState } from './sheet-store.ts';
import type { KeptSheet } from './keeping.ts';
import { groupRows } from './orders.ts';
import { useClock, useWords } from './wording.ts';

interface Props {
  state: DeskState;
  busy: boolean;
  wrong: number;
  gaps: number;
  showsCauses: boolean;
  onUndo(): void;
  onRedo(): void;
  onAddRows(): void;
  onDeleteRows(): void;
  onFill(): void;
  onFile(file: File): void;
  onTemplate(): void;
  /** The carriers are being asked about the addresses. */
  asking: boolean;
  /** Cells that the carriers would write otherwise. */
  differing: number;
  onAskCarriers(): void;
  onTakeCarriers(): void;
  onCauses(): void;
  onOpen(sheet: KeptSheet): void;
  onNew(): void;
  onSheets(): void;
}

/** What can be done to the rows, and what is wrong with them. */
export function SheetBar(props: Props) {
  const t = useWords();
  const { state, wrong, gaps } = props;
  const { past, next } = state.history;
  return (
    <div className="bulk-tools" role="toolbar" aria-label={t('bar.title')}>
      <div className="bulk-tools-group">
        <button type="button" className="button" disabled={past.length === 0} title="Ctrl Z" onClick={props.onUndo}>
          {t('bar.undo')}
        </button>
        <button type="button" className="button" disabled={next.length === 0} title="Ctrl Y" onClick={props.onRedo}>
          {t('bar.redo')}
        </button>
      </div>
      <div className="bulk-tools-group">
        <button type="button" className="button" onClick={props.onAddRows}>
          {t('bar.addRows')}
        </button>
        <button type="button" className="button" onClick={props.onDeleteRows}>
          {t('bar.deleteRows')}
        </button>
        <button type="button" className="button" title="Ctrl D" onClick={props.onFill}>
          {t('bar.fill')}
        </button>
      </div>
      <div className="bulk-tools-group">
        <FileButton onFile={props.onFile} />
        <button type="button" className="button" onClick={props.onTemplate}>
          {t('bar.template')}
        </button>
        <SheetChoice {...props} />
      </div>
      <div className="bulk-tools-group">
        <CarrierButtons {...props} />
      </div>
      <button
        type="button"
        className="button bulk-tools-causes"
        aria-pressed={props.showsCauses}
        aria-busy={props.busy}
        data-tone={wrong > 0 ? 'bad' : gaps > 0 ? 'warn' : 'good'}
        onClick={props.onCauses}
      >
        {wrong > 0 ? t('bar.wrong', { count: wrong }) : gaps > 0 ? t('bar.gaps', { count: gaps }) : t('bar.allGood')}
      </button>
    </div>
  );
}

function FileButton({ onFile }: Pick<Props, 'onFile'>) {
  const t = useWords();
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button" onClick={() => file.current?.click()}>
        {t('bar.file')}
      </button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx,.xls"
        aria-label={t('bar.file')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = '';
          if (chosen) onFile(chosen);
        }}
      />
    </>
  );
}

/** Another sheet of this person, or a new one. */
function SheetChoice({ state, onOpen, onNew, onSheets }: Pick<Props, 'state' | 'onOpen' | 'onNew' | 'onSheets'>) {
  const t = useWords();
  const clock = useClock();
  return (
    <Dropdown
      trigger={['click']}
      onOpenChange={(open) => open && onSheets()}
      menu={{
        items: [
          { key: 'new', label: t('bar.newSheet'), onClick: onNew },
          ...(state.others.length > 0 ? [{ type: 'divider' as const }] : []),
          ...state.others.map((sheet) => ({
            key: sheet.id,
            label: t('bar.sheetOf', {
              ...{ count: groupRows(sheet.rows).length, at: clock.day(sheet.at) },
              customer: sheet.customer?.name ?? '',
            }),
            onClick: () => onOpen(sheet),
          })),
        ],
      }}
    >
      <button type="button" className="button">
        {state.others.length > 0 ? t('bar.sheets', { count: state.others.length + 1 }) : t('bar.sheet')}
      </button>
    </Dropdown>
  );
}

/** Asks the carriers about the addresses, and takes what they would write. */
function CarrierButtons({
  asking,
  differing,
  onAskCarriers,
  onTakeCarriers,
}: Pick<Props, 'asking' | 'differing' | 'onAskCarriers' | 'onTakeCarriers'>) {
  const t = useWords();
  return (
    <>
      <button type="button" className="button" disabled={asking} aria-busy={asking} onClick={onAskCarriers}>
        {t('carrier.ask')}
      </button>
      {differing > 0 ? (
        <button type="button" className="button is-primary" title="F8" onClick={onTakeCarriers}>
          {t('carrier.take', { count: differing })}
        </button>
      ) : null}
    </>
  );
}
