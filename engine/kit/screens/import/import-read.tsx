import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldHostOf } from '../../controllers/use-field-host.ts';
import { useDataClient } from '../../data/client.ts';
import type { ReadPreview } from '../../data/data-client.ts';
import type { EntityLabels } from '../../data/entity-labels.ts';
import { newKey } from '../../data/new-key.ts';
import { errorMessage } from '../../data/display-error.ts';
import type { ReadyEntity } from '../../data/use-entity.ts';
import { EditView } from '../../fields/controls/edit-view.tsx';
import { FieldHostProvider } from '../../fields/controls/field-host.tsx';
import { fieldViews } from '../../fields/field-views.ts';
import { ReadView } from '../../fields/controls/read-view.tsx';
import './import-read.css';

interface Props {
  ready: ReadyEntity;
  words: EntityLabels;
  file: File;
  found: ReadPreview;
  onAdded(): void;
  /** Takes the file for plain rows after all. */
  onRows(): void;
}

type Values = Record<string, unknown>;

/** A file as its reader understood it: each record looked at, completed, and added whole or not at all. */
export function ImportRead({ ready, words, file, found: first, onAdded, onRows }: Props) {
  const { t } = useTranslation();
  const host = useFieldHostOf(ready);
  const reading = useReading({ path: ready.entity.path, file, first, onAdded });
  const { found, choices, setChoices, changed, patch, results, busy, isAdded, again, add } = reading;
  const { left, setLeft, shown, setShown, open, applyToAll } = reading;
  const record = found.records.find(({ at }) => at === shown);
  if (!host) return null;
  return (
    <FieldHostProvider host={host}>
      <div className="import-read" aria-busy={busy}>
        <p role="status">
          {t('import.read.records', { count: found.records.length })}{' '}
          <button type="button" className="link-button" onClick={onRows}>
            {t('import.read.plain')}
          </button>
        </p>
        {found.questions.length > 0 ? (
          <Questions found={found} choices={choices} busy={busy} onChange={setChoices} onAgain={() => void again()} />
        ) : null}
        <div className="import-read-parts">
          <ul className="import-read-list">
            {found.records.map((each) => (
              <RecordItem
                key={each.at}
                record={each}
                isShown={each.at === shown}
                isAdded={isAdded(each.at)}
                isLeft={left.has(each.at)}
                onToggle={() => setLeft(toggled(left, each.at))}
                onShow={() => setShown(each.at)}
              />
            ))}
          </ul>
          {record ? (
            <ChosenRecord
              key={record.at}
              {...{ ready, words, found, record }}
              reasons={results[record.at]?.reasons ?? []}
              changed={changed[record.at]}
              isAdded={isAdded(record.at)}
              onPatch={(values) => patch(record.at, values)}
              onForAll={applyToAll}
            />
          ) : null}
        </div>
        {open.length > 0 ? (
          <div className="import-done-actions">
            <button type="button" className="button is-primary" disabled={busy} onClick={() => void add()}>
              {t('import.read.add', { count: open.length })}
            </button>
          </div>
        ) : null}
      </div>
    </FieldHostProvider>
  );
}

interface ReadingOf {
  readonly path: string;
  readonly file: File;
  readonly first: ReadPreview;
  onAdded(): void;
}

/** What a person has said of the records of a file, and what became of those that were added. */
function useReading({ path, file, first, onAdded }: ReadingOf) {
  const { message } = App.useApp();
  const client = useDataClient();
  const [found, setFound] = useState(first);
  const [choices, setChoices] = useState<Record<string, string>>({});
  const [changed, setChanged] = useState<Record<string, Values>>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<Record<string, { id: string | null; reasons: string[] }>>({});
  const [shown, setShown] = useState(first.records[0]?.at ?? '');
  const [busy, setBusy] = useState(false);

  const isAdded = (at: string) => Boolean(results[at]?.id);
  const open = found.records.filter(({ at, problems }) => problems.length === 0 && !left.has(at) && !isAdded(at));
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      message.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const again = () => during(async () => setFound(await client.readPreview(path, file, { given: choices })));
  const add = () =>
    during(async () => {
      const records = Object.fromEntries(open.map(({ at }) => [at, plain(changed[at] ?? {})]));
      const { results: answers } = await client.readImport(
        path,
        { file, choice: { given: choices, records } },
        newKey(),
      );
      const next = { ...results, ...Object.fromEntries(answers.map(({ at, ...result }) => [at, result])) };
      setResults(next);
      if (answers.some(({ id }) => id !== null)) onAdded();
      const refusedAt = answers.find(({ id }) => id === null)?.at;
      if (refusedAt) setShown(refusedAt);
    });
  const patch = (at: string, values: Values) =>
    setChanged((before) => ({ ...before, [at]: { ...before[at], ...values } }));
  // What the file says of a record stands; what it leaves open is said of all at once.
  const applyToAll = () => {
    const changes = Object.entries(changed[shown] ?? {});
    setChanged(
      Object.fromEntries(
        found.records.map(({ at, values }) => {
          const open_ = changes.filter(([name]) => at === shown || (values[name.replace(/^\$/, '')] ?? null) === null);
          return [at, { ...changed[at], ...Object.fromEntries(open_) }];
        }),
      ),
    );
  };
  return {
    ...{ found, choices, setChoices, changed, patch, results, busy, isAdded, again, add },
    ...{ left, setLeft, shown, setShown, open, applyToAll },
  };
}

interface QuestionsProps {
  readonly found: ReadPreview;
  readonly choices: Readonly<Record<string, string>>;
  readonly busy: boolean;
  onChange(choices: Record<string, string>): void;
  onAgain(): void;
}

/** What the reader has to know to understand the file. */
function Questions({ found, choices, busy, onChange, onAgain }: QuestionsProps) {
  const { t } = useTranslation();
  return (
    <div className="import-read-questions">
      {found.questions.map(({ name, label }) => (
        <label key={name}>
          <span>{label}</span>
          <input
            value={choices[name] ?? ''}
            onChange={({ target }) => onChange({ ...choices, [name]: target.value })}
          />
        </label>
      ))}
      <button type="button" className="button" disabled={busy} onClick={onAgain}>
        {t('import.read.again')}
      </button>
    </div>
  );
}

interface RecordItemProps {
  readonly record: ReadPreview['records'][number];
  readonly isShown: boolean;
  readonly isAdded: boolean;
  /** Whether it is left out of what will be added. */
  readonly isLeft: boolean;
  onToggle(): void;
  onShow(): void;
}

function RecordItem({
  record: { title, summary, problems },
  isShown,
  isAdded,
  isLeft,
  onToggle,
  onShow,
}: RecordItemProps) {
  const { t } = useTranslation();
  return (
    <li data-shown={isShown || undefined}>
      <input
        type="checkbox"
        aria-label={title}
        disabled={problems.length > 0 || isAdded}
        checked={problems.length === 0 && !isLeft}
        onChange={onToggle}
      />
      <button type="button" aria-pressed={isShown} onClick={onShow}>
        <strong>{title}</strong>
        <span>{summary}</span>
        {problems.length > 0 ? (
          <span className="is-bad">{t('import.read.problems', { count: problems.length })}</span>
        ) : null}
        {isAdded ? <span className="is-good">{t('import.read.added')}</span> : null}
      </button>
    </li>
  );
}

interface ChosenProps {
  readonly ready: ReadyEntity;
  readonly words: EntityLabels;
  readonly found: ReadPreview;
  readonly record: ReadPreview['records'][number];
  readonly reasons: readonly string[];
  readonly changed: Values | undefined;
  readonly isAdded: boolean;
  onPatch(values: Values): void;
  onForAll(): void;
}

function ChosenRecord({ ready, words, found, record, reasons, changed, isAdded, onPatch, onForAll }: ChosenProps) {
  const { t } = useTranslation();
  return (
    <section className="import-read-record">
      <Reasons texts={[...record.problems, ...reasons]} />
      {isAdded ? null : (
        <Fields
          ready={ready}
          words={words}
          names={found.asks}
          values={{ ...record.values, ...changed }}
          onPatch={onPatch}
        />
      )}
      {found.records.length > 1 && !isAdded ? (
        <button type="button" className="button" onClick={onForAll}>
          {t('import.read.forAll')}
        </button>
      ) : null}
      {record.notes.length > 0 ? (
        <details open>
          <summary>{t('import.read.notes')}</summary>
          <ul>
            {record.notes.map((note, at) => (
              <li key={at}>{note}</li>
            ))}
          </ul>
        </details>
      ) : null}
      <Sheets ready={ready} values={record.values} />
    </section>
  );
}

function Reasons({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className="import-problems" role="alert">
      {texts.map((text, at) => (
        <li key={at}>{text}</li>
      ))}
    </ul>
  );
}

interface FieldsProps {
  ready: ReadyEntity;
  words: EntityLabels;
  names: readonly string[];
  values: Values;
  onPatch(values: Values): void;
}

/** What a person may say of a record beside the file. */
function Fields({ ready, words, names, values, onPatch }: FieldsProps) {
  return (
    <div className="import-read-fields">
      {names.map((name) => {
        const field = ready.entity.byName.get(name);
        if (!field) return null;
        const id = `import-read-${name}`;
        return (
          <div key={name}>
            <label id={`${id}-label`} htmlFor={id}>
              {words.field(name)}
            </label>
            <EditView
              view={fieldViews[field.meta.type]}
              field={field}
              // The default that applies where the file has no value; null is asked of the person.
              value={values[name] === undefined ? (field.meta.default ?? null) : values[name]}
              onChange={(value) => onPatch({ [name]: value })}
              control={{ id, 'aria-label': words.field(name) }}
              label={words.field(name)}
              record={() => values}
              siblings={values}
              patch={onPatch}
              compact
              issues={[]}
            />
          </div>
        );
      })}
    </div>
  );
}

/** What was read as a whole, as the detail of a record would show it. */
function Sheets({ ready, values }: { ready: ReadyEntity; values: Values }) {
  return ready.entity.fields
    .filter(({ name, meta }) => meta.type === 'json' && values[name] !== undefined)
    .map((field) => (
      <ReadView
        key={field.name}
        view={fieldViews[field.meta.type]}
        field={field}
        value={values[field.name]}
        record={values}
      />
    ));
}

/** Titles of references are the form's own and no values. */
const plain = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('$')));

function toggled(left: ReadonlySet<string>, at: string): ReadonlySet<string> {
  const next = new Set(left);
  if (!next.delete(at)) next.add(at);
  return next;
}
