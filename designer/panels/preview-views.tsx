import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { visibleFields, type Entity, type Grant } from '../../engine/core/index.ts';
import {
  cellText,
  EmptyState,
  Fact,
  FieldHostProvider,
  plainSections,
  useCulture,
  useFieldHostOf,
  type EntityAnswer,
  type WireRecord,
} from '../../engine/kit/index.ts';
import { useDesigner } from '../store.ts';
import { drawFlow } from './flow-drawing.ts';
import { GraphView } from './graph-view.tsx';
import { usePartWords } from './parts.tsx';
import { useRecords } from './sample-record.tsx';

interface Shown {
  readonly entity: Entity;
  readonly answer: EntityAnswer;
  readonly grants: readonly Grant[];
  readonly record: WireRecord | null;
}

const maxRows = 10;

const seenIn = (entity: Entity, grants: readonly Grant[]): ReadonlySet<string> =>
  new Set(visibleFields(entity, grants).map(({ field }) => field.name));

/** The list of the draft over the newest records: the columns that the role may see. */
export function PreviewList({ entity, answer, grants }: Shown) {
  const { t } = useTranslation('designer');
  const culture = useCulture();
  const host = useFieldHostOf(useMemo(() => ({ entity, answer }), [entity, answer]));
  const { rows } = useRecords();
  const seen = useMemo(() => seenIn(entity, grants), [entity, grants]);
  const columns = entity.meta.list.columns.flatMap((name) => (seen.has(name) ? (entity.byName.get(name) ?? []) : []));
  if (!host) return null;
  const { words } = host;
  return (
    <div className="matrix-scroll" tabIndex={0} role="region" aria-label={answer.texts.plural}>
      <table className="matrix">
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {words.field(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map((row) => (
            <tr key={row.id}>
              {columns.map((field) => (
                <td key={field.name}>{cellText(field, row, { words, culture })}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? <EmptyState kind="nothing" compact title={t('designer.previewNoRecords')} /> : null}
    </div>
  );
}

/** The page of the record: the facts that the role may see, section by section. */
export function PreviewRecord({ entity, answer, grants, record }: Shown) {
  const { t } = useTranslation('designer');
  const host = useFieldHostOf(useMemo(() => ({ entity, answer }), [entity, answer]));
  const seen = useMemo(() => seenIn(entity, grants), [entity, grants]);
  if (!host) return null;
  if (!record) return <EmptyState kind="nothing" compact title={t('designer.previewNoRecords')} />;
  const fields = entity.fields.flatMap(({ name, system }) => (system ? [] : [name]));
  const sections = entity.meta.detail?.sections ?? entity.meta.form ?? plainSections(fields);
  return (
    <FieldHostProvider host={host}>
      <div className="detail-facts">
        {Object.entries(sections).map(([name, rows]) => (
          <section key={name} className="detail-section" aria-label={host.words.section(name)}>
            <h2>{host.words.section(name)}</h2>
            {rows.map((row, at) => (
              <dl key={at} className="detail-row" data-columns={row.length}>
                {row
                  .filter((field) => seen.has(field))
                  .map((field) => (
                    <Fact key={field} name={field} record={record} />
                  ))}
              </dl>
            ))}
          </section>
        ))}
      </div>
    </FieldHostProvider>
  );
}

/** The flow as it is drawn, without its tools. */
export function PreviewFlow() {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const drawing = useMemo(() => drawFlow(meta, words, t('flow.start')), [meta, words, t]);
  if (!meta.workflow) return <EmptyState kind="nothing" compact title={t('designer.previewNoFlow')} />;
  return (
    <div className="matrix-scroll" tabIndex={0} role="region" aria-label={t('designer.view.flow')}>
      <GraphView label={t('designer.view.flow')} {...drawing} chosen={null} onChoose={() => undefined} />
    </div>
  );
}
