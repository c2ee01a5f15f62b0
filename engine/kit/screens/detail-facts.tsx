import { detailSections } from '../controllers/detail-sections.ts';
import type { WireRecord } from '../data/data-client.ts';
import { useFieldHost } from '../fields/controls/field-host.tsx';
import { FieldNote } from '../fields/form/field-note.tsx';
import { fieldViews } from '../fields/field-views.ts';
import { ReadView } from '../fields/controls/read-view.tsx';
import './screens.css';

const madeBy = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy'];

/** All that a record says, section by section, and at the end who made and changed it. */
export function DetailFacts({ record }: { record: WireRecord }) {
  const { entity, words, facts } = useFieldHost();
  const sections = detailSections(entity, { record, ...facts() });
  const authored = madeBy.flatMap((name) => entity.byName.get(name) ?? []);
  return (
    <div className="detail-facts">
      {sections.map(({ name, rows }) => (
        <section key={name} className="detail-section" aria-label={words.section(name)}>
          <h2>{words.section(name)}</h2>
          {rows.map((row, at) => (
            <Facts key={at} row={row} record={record} />
          ))}
        </section>
      ))}
      <section className="detail-section is-quiet" aria-label={words.section('record')}>
        <Facts row={authored} record={record} />
      </section>
    </div>
  );
}

function Facts({ row, record }: { row: readonly { name: string }[]; record: WireRecord }) {
  return (
    <dl className="detail-row" data-columns={row.length}>
      {row.map(({ name }) => (
        <Fact key={name} name={name} record={record} />
      ))}
    </dl>
  );
}

/** One field of a record as its page says it. */
export function Fact({ name, record }: { name: string; record: WireRecord }) {
  const { entity, words } = useFieldHost();
  const field = entity.byName.get(name);
  if (!field) return null;
  const view = fieldViews[field.meta.type];
  return (
    <div className="detail-fact" data-wide={view.wide || undefined} data-field={name}>
      <dt>{words.field(name)}</dt>
      <dd>
        <ReadView view={view} field={field} value={record[name]} record={record} />
        {record._can?.includes('edit') ? <FieldNote name={name} /> : null}
      </dd>
    </div>
  );
}
