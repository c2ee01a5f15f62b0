import { useRef, useState, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { errorMessage, PageHeader } from '../../engine/kit/index.ts';
import type { EntityEntries, SchemaApi } from '../document/api.ts';
import '../panels/panels.css';
import './sheet.css';
import { sheetOfFile, sheetOfText, UnreadableSheet, type GivenSheet, type Sheet } from './read-sheet.ts';
import { SheetForm } from './sheet-form.tsx';
import { Templates } from './templates.tsx';

/** Where a new entity begins: from a pasted table, a file, or a template. */
export function StartPage({ api, found }: { api: SchemaApi; found: EntityEntries }) {
  const { t } = useTranslation('designer');
  const [given, setGiven] = useState<GivenSheet | null>(null);
  return (
    <div className="design-list sheet-start">
      <PageHeader
        title={t('sheet.title')}
        note={t(given ? 'sheet.noteGiven' : 'sheet.note')}
        actions={
          given ? (
            <button type="button" className="button" onClick={() => setGiven(null)}>
              {t('sheet.other')}
            </button>
          ) : (
            <Link className="button" to="/designer">
              {t('designer.back')}
            </Link>
          )
        }
      />
      {given ? (
        <SheetForm api={api} found={found} given={given} />
      ) : (
        <>
          <SheetInput onGiven={setGiven} />
          <Templates api={api} taken={found.entities} />
        </>
      )}
    </div>
  );
}

/** Reads the input and reports errors; the latest input wins. */
function useReading(onGiven: (given: GivenSheet) => void) {
  const { t } = useTranslation('designer');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);
  const take = async (read: () => Sheet | Promise<Sheet>, source: string) => {
    const mine = ++turn.current;
    setBusy(true);
    setFault('');
    try {
      const sheet = await read();
      if (mine === turn.current) onGiven({ sheet, source });
    } catch (error) {
      if (mine !== turn.current) return;
      const known = error instanceof UnreadableSheet ? t(`sheet.error.${error.code}`, { ...error.params }) : null;
      setFault(known ?? errorMessage(error));
      setBusy(false);
    }
  };
  return {
    fault,
    busy,
    takeText: (text: string) => void take(() => sheetOfText(text), ''),
    takeFile: (file: File | undefined) => file && void take(() => sheetOfFile(file), file.name),
  };
}

/** A place to paste a table, to drop a file or to choose one. */
function SheetInput({ onGiven }: { onGiven: (given: GivenSheet) => void }) {
  const { t } = useTranslation('designer');
  const [text, setText] = useState('');
  const [isOver, setOver] = useState(false);
  const { fault, busy, takeText, takeFile } = useReading(onGiven);
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const [file] = event.clipboardData.files;
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted === '') return takeFile(file);
    // A pasted table is read at once; text pasted into existing input is appended.
    if (text.trim() !== '' || !/\n/.test(pasted.trim())) return;
    event.preventDefault();
    setText(pasted);
    takeText(pasted);
  };
  return (
    <section
      className="sheet-input"
      aria-label={t('sheet.paste')}
      aria-busy={busy}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        takeFile(event.dataTransfer.files[0]);
      }}
    >
      <label htmlFor="sheet-text">{t('sheet.paste')}</label>
      <textarea
        id="sheet-text"
        autoFocus
        rows={8}
        spellCheck={false}
        placeholder={t('sheet.example')}
        value={text}
        aria-describedby={fault ? 'sheet-fault' : undefined}
        onChange={(event) => setText(event.target.value)}
        onPaste={paste}
      />
      <Fault text={fault} />
      <div className="panel-bar">
        <button
          type="button"
          className="button is-primary"
          disabled={busy || text.trim() === ''}
          onClick={() => takeText(text)}
        >
          {t('sheet.read')}
        </button>
        <FileButton disabled={busy} onFile={takeFile} />
        <span className="panel-hint">{t('sheet.fileHint')}</span>
      </div>
    </section>
  );
}

const Fault = ({ text }: { text: string }) =>
  text ? (
    <p className="panel-trouble" id="sheet-fault" role="alert">
      {text}
    </p>
  ) : null;

function FileButton({ disabled, onFile }: { disabled: boolean; onFile: (file: File | undefined) => void }) {
  const { t } = useTranslation('designer');
  return (
    <label className="button">
      {t('sheet.file')}
      <input
        type="file"
        className="sr-only"
        accept=".csv,.tsv,.txt,.xlsx,.xls"
        disabled={disabled}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </label>
  );
}
