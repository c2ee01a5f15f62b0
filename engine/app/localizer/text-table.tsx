import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComparedText } from '../../kit/data/data-client.ts';
import { errorMessage } from '../../kit/data/display-error.ts';
import { StatusTag, type TagTone } from '../../kit/ui/status-tag.tsx';

interface Props {
  rows: readonly ComparedText[];
  culture: string;
  onSave: (row: ComparedText, text: string) => Promise<void>;
  onTakeBack: (row: ComparedText) => Promise<void>;
}

const tones: Record<ComparedText['state'], TagTone> = { delivered: 'neutral', edited: 'info', missing: 'warn' };
const idOf = ({ space, key }: ComparedText): string => `${space}/${key}`;

/** Texts side by side. One is edited at a time, in its own row; what is typed stands until it is saved or given up. */
export function TextTable({ rows, culture, onSave, onTakeBack }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div className="text-scroll">
      <table className="text-table">
        <thead>
          <tr>
            <th scope="col">{t('localizer.key')}</th>
            <th scope="col">{t('localizer.base')}</th>
            <th scope="col">{t('localizer.text')}</th>
            <th scope="col">{t('localizer.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              <th scope="row">
                <code>{row.key}</code>
                <small>{row.space}</small>
              </th>
              <td data-label={t('localizer.base')}>{row.base}</td>
              <td data-label={t('localizer.text')} lang={culture}>
                {open === idOf(row) ? (
                  <Editor
                    row={row}
                    onSave={async (text) => {
                      await onSave(row, text);
                      setOpen(null);
                    }}
                    onCancel={() => setOpen(null)}
                  />
                ) : (
                  <button
                    type="button"
                    className="text-open"
                    aria-label={t('localizer.edit', { key: row.key })}
                    onClick={() => setOpen(idOf(row))}
                  >
                    {row.text || '…'}
                  </button>
                )}
              </td>
              <td className="text-state">
                <StatusTag tone={tones[row.state]} text={t(`localizer.${row.state}`)} />
                {row.state === 'edited' ? (
                  <button type="button" className="link-button" onClick={() => void onTakeBack(row)}>
                    {t('localizer.back')}
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Editor({
  row,
  onSave,
  onCancel,
}: {
  row: ComparedText;
  onSave: (text: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(row.text || row.base);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setFailure('');
    try {
      await onSave(text);
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
  };
  return (
    <div className="text-editor">
      <textarea
        ref={(box) => box?.focus()}
        rows={Math.min(6, Math.ceil(text.length / 48) + 1)}
        value={text}
        maxLength={2000}
        aria-label={t('localizer.edit', { key: row.key })}
        aria-invalid={failure !== ''}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
      />
      {failure ? (
        <p className="text-trouble" role="alert">
          {failure}
        </p>
      ) : null}
      <div className="text-buttons">
        <button
          type="button"
          className="button is-primary"
          disabled={busy || text.trim() === ''}
          onClick={() => void save()}
        >
          {t('localizer.save')}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {t('localizer.cancel')}
        </button>
      </div>
    </div>
  );
}
