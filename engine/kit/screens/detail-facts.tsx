import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../core/index.ts';
import { addressBlock } from '../controllers/address-block.ts';
import { detailSections, joinRows, type DetailSection } from '../controllers/detail-sections.ts';
import { isEmptyField, isShownWithAmounts } from '../controllers/record-summary.ts';
import type { WireRecord } from '../data/data-client.ts';
import { countryName } from '../fields/types/country.tsx';
import { fieldViews } from '../fields/field-views.ts';
import { useFieldHost } from '../fields/controls/field-host.tsx';
import { ReadView } from '../fields/controls/read-view.tsx';
import { FieldNote } from '../fields/form/field-note.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { readStored, removeStored, storeLocally } from '../ui/local-storage.ts';
import './screens.css';

const madeBy = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy'];
/** Kept in this browser, because a person who looks for missing values does so on many records. */
const emptyKey = 'EMPTY_FIELDS';

/** A page whose head says nothing yet. */
const nothingSaid: ReadonlySet<string> = new Set();

/**
 * All values of a record, section by section, with who created and changed it. Collapsed at first:
 * empty fields, those that the head has `said` already, and currencies that stand behind their amounts.
 */
export function DetailFacts({
  record,
  said = nothingSaid,
  children,
}: {
  record: WireRecord;
  said?: ReadonlySet<string>;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { entity, words, facts } = useFieldHost();
  const [withEmpty, setWithEmpty] = useState(() => readStored<boolean>(emptyKey) === true);
  const all = detailSections(entity, { record, ...facts() });
  const isNoted = ({ name }: Field) => record._can?.includes('edit') === true && words.note(name) !== undefined;
  const isEmpty = (field: Field) => isEmptyField(field, record) && !isNoted(field);
  const isSaid = (field: Field) => said.has(field.name) || isShownWithAmounts(field, entity, record);
  const empty = all.flatMap(({ rows }) => rows.flat()).filter(isEmpty).length;
  const unsaid = all.flatMap((section) =>
    without(section, (field) => (isSaid(field) && !isNoted(field)) || isEmpty(field)),
  );
  // Where the head says everything the facts are said again: a tab with nothing in it looks like a fault.
  const filled = unsaid.length > 0 ? unsaid : all.flatMap((section) => without(section, isEmpty));
  const sections = withEmpty ? all : filled;
  const authored = madeBy.flatMap((name) => entity.byName.get(name) ?? []);
  const toggle = () => {
    if (withEmpty) removeStored(emptyKey);
    else storeLocally(emptyKey, true);
    setWithEmpty(!withEmpty);
  };
  return (
    <div className="detail-facts">
      <div className="detail-main">
        {sections.map((section) => (
          <Section key={section.name} section={section} whole={wholeOf(all, section)} record={record} />
        ))}
        {empty > 0 ? (
          <button type="button" className="link-button detail-empty" aria-expanded={withEmpty} onClick={toggle}>
            {withEmpty ? t('detail.hideEmpty') : t('detail.showEmpty', { count: empty })}
          </button>
        ) : null}
        {children}
      </div>
      <section className="detail-section is-quiet detail-side" aria-label={words.section('record')}>
        <Facts row={authored} record={record} />
        <CopyableId text={record.id} />
      </section>
    </div>
  );
}

/** A section with only the fields that say something, rows that lost some joined; none where nothing is left. */
function without({ name, rows }: DetailSection, isFolded: (field: Field) => boolean): DetailSection[] {
  const left = joinRows(
    rows
      .map((row) => {
        const fields = row.filter((field) => !isFolded(field));
        return { fields, partial: fields.length < row.length };
      })
      .filter(({ fields }) => fields.length > 0),
  );
  return left.length > 0 ? [{ name, rows: left }] : [];
}

/** All fields of a section, folded ones too. */
const wholeOf = (all: readonly DetailSection[], { name }: DetailSection): readonly Field[] =>
  all.filter((section) => section.name === name).flatMap(({ rows }) => rows.flat());

interface SectionProps {
  readonly section: DetailSection;
  readonly whole: readonly Field[];
  readonly record: WireRecord;
}

function Section({ section: { name, rows }, whole, record }: SectionProps) {
  const { words, format } = useFieldHost();
  // An address is whole, whichever of its parts the head has said already.
  const block = addressBlock(whole, record, (code) => countryName(code, format.culture));
  const only = rows.flat();
  const titled = only.length === 1 && words.field(only[0]?.name ?? '') === words.section(name);
  const others = rows
    .map((row) => row.filter((field) => !block?.fields.has(field.name)))
    .filter((row) => row.length > 0);
  return (
    <section className="detail-section" aria-label={words.section(name)}>
      <h2>{words.section(name)}</h2>
      {block ? (
        <div className="detail-address">
          <address className="read-address">
            {block.lines.map((line, at) => (
              <span key={at}>{line}</span>
            ))}
          </address>
          <CopyButton text={block.lines.join('\n')} label={words.section(name)} />
        </div>
      ) : null}
      {others.map((row, at) => (
        <Facts key={at} row={row} record={record} isTitled={titled} />
      ))}
    </section>
  );
}

interface FactsProps {
  readonly row: readonly { name: string }[];
  readonly record: WireRecord;
  /** The heading above says the same words. */
  readonly isTitled?: boolean;
}

function Facts({ row, record, isTitled = false }: FactsProps) {
  return (
    <dl className="detail-row" data-columns={row.length}>
      {row.map(({ name }) => (
        <Fact key={name} name={name} record={record} isTitled={isTitled} />
      ))}
    </dl>
  );
}

/** One field of a record as its page says it. */
export function Fact({ name, record, isTitled }: { name: string; record: WireRecord; isTitled?: boolean }) {
  const { entity, words } = useFieldHost();
  const field = entity.byName.get(name);
  if (!field) return null;
  const view = fieldViews[field.meta.type];
  return (
    <div className="detail-fact" data-wide={view.wide || undefined} data-field={name}>
      <dt className={isTitled ? 'sr-only' : undefined}>{words.field(name)}</dt>
      <dd>
        <ReadView view={view} field={field} value={record[name]} record={record} />
        {record._can?.includes('edit') ? <FieldNote name={name} /> : null}
      </dd>
    </div>
  );
}
