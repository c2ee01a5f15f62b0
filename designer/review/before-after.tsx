import { useTranslation } from 'react-i18next';
import type { EntityDocument, FormMeta } from '../../engine/core/index.ts';
import { useDesigner } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';

/** The form, the columns and the states as they are for everybody now and as they would be, side by side; what differs is marked. */
export function BeforeAfter({ before, after }: { before?: EntityDocument; after?: EntityDocument }) {
  const { t } = useTranslation('designer');
  const published = useDesigner((state) => state.published);
  const draft = useDesigner((state) => state.document);
  const [one, other] = [before ?? published, after ?? draft];
  return (
    <div className="before-after">
      <Side title={t('change.before')} document={one} against={other} mark="removed" />
      <Side title={t('change.after')} document={other} against={one} mark="added" />
    </div>
  );
}

function Side({
  title,
  document,
  against,
  mark,
}: {
  title: string;
  document: EntityDocument | null;
  against: EntityDocument | null;
  mark: 'added' | 'removed';
}) {
  const { t } = useTranslation('designer');
  const culture = useDesigner((state) => state.culture);
  if (!document) {
    return (
      <section aria-label={title}>
        <h3>{title}</h3>
        <p className="panel-hint">{t('review.nothingYet')}</p>
      </section>
    );
  }
  const word = (key: string, name: string) =>
    labelAt(document.texts[culture], key) ?? (name === 'status' ? t('given.status') : name);
  const [own, others] = [placesOf(document), new Set(against ? placesOf(against).map(({ key }) => key) : [])];
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {sectionsOf(document.meta.form).map(([section, rows]) => (
        <div key={section} className="side-section">
          <h4>{word(`sections.${section}`, section)}</h4>
          {rows.map((row) => (
            <div key={row.join()} className="side-row">
              {row.map((name) => (
                <Mark
                  key={name}
                  kind={others.has(`form:${section}:${name}:${fieldText(document, name)}`) ? null : mark}
                >
                  {word(`fields.${name}`, name)}
                  {document.meta.fields[name]?.required === true ? ' *' : ''}
                </Mark>
              ))}
            </div>
          ))}
        </div>
      ))}
      <Names kind="column" {...{ own, others, mark, word }} />
      <Names kind="state" {...{ own, others, mark, word }} />
    </section>
  );
}

interface NamesProps {
  kind: 'column' | 'state';
  own: ReturnType<typeof placesOf>;
  others: ReadonlySet<string>;
  mark: 'added' | 'removed';
  word: (key: string, name: string) => string;
}

/** The columns or states of one side; those that the other side lacks are marked. */
function Names({ kind, own, others, mark, word }: NamesProps) {
  const { t } = useTranslation('designer');
  return (
    <div className="side-section">
      <h4>{t(`review.side.${kind}`)}</h4>
      <div className="side-row is-wrapped">
        {own
          .filter((place) => place.kind === kind)
          .map(({ key, name }) => (
            <Mark key={key} kind={others.has(key) ? null : mark}>
              {word(kind === 'column' ? `fields.${name}` : `states.${name}`, name)}
            </Mark>
          ))}
      </div>
    </div>
  );
}

function Mark({ kind, children }: { kind: 'added' | 'removed' | null; children: React.ReactNode }) {
  const { t } = useTranslation('designer');
  return (
    <span className="side-part" data-mark={kind ?? undefined}>
      {children}
      {kind ? <span className="sr-only"> ({t(`change.kind.${kind}`)})</span> : null}
    </span>
  );
}

const sectionsOf = (form: FormMeta | undefined) => Object.entries(form ?? {});
const fieldText = ({ meta, texts }: EntityDocument, name: string): string =>
  JSON.stringify([meta.fields[name], Object.values(texts).map((words) => labelAt(words, `fields.${name}`))]);

function placesOf(document: EntityDocument): { kind: 'form' | 'column' | 'state'; key: string; name: string }[] {
  const { meta } = document;
  return [
    ...sectionsOf(meta.form).flatMap(([section, rows]) =>
      rows
        .flat()
        .map((name) => ({ kind: 'form' as const, key: `form:${section}:${name}:${fieldText(document, name)}`, name })),
    ),
    ...meta.list.columns.map((name) => ({ kind: 'column' as const, key: `column:${name}`, name })),
    ...Object.keys(meta.workflow?.states ?? {}).map((name) => ({ kind: 'state' as const, key: `state:${name}`, name })),
  ];
}
