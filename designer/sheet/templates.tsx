import { useTranslation } from 'react-i18next';
import type { EntityDocument, FieldMeta } from '../../engine/core/index.ts';
import { useCulture, useViewer } from '../../engine/kit/index.ts';
import type { EntityEntry, SchemaApi } from '../document/api.ts';
import { createAtFreePath } from '../document/create-entity.ts';
import { freeName } from '../document/form-moves.ts';
import { useCreating } from '../use-creating.ts';
import asset from './templates/asset.json';
import claim from './templates/claim.json';
import contract from './templates/contract.json';
import ticket from './templates/ticket.json';
import visit from './templates/visit.json';

/** A complete entity to start from, with its purpose by language. */
export interface Template {
  readonly notes: Readonly<Record<string, string>>;
  readonly document: EntityDocument;
}

const templateOf = ({
  notes,
  meta,
  texts,
}: {
  notes: Record<string, string>;
  meta: unknown;
  texts: unknown;
}): Template => ({
  notes,
  document: { meta, texts } as EntityDocument,
});

export const templates: readonly Template[] = [claim, ticket, contract, asset, visit].map(templateOf);

/** The template with unused names and the tenant's currency. */
export function startedFrom(
  { document: { meta, texts } }: Template,
  taken: readonly Pick<EntityEntry, 'entity' | 'path'>[],
  currency: string,
): EntityDocument {
  const inCurrency = (field: FieldMeta): FieldMeta => (field.currency ? { ...field, currency } : field);
  const path = freeName(Object.fromEntries(taken.map((each) => [each.path, true])), meta.path);
  return {
    meta: {
      ...meta,
      entity: freeName(Object.fromEntries(taken.map((each) => [each.entity, true])), meta.entity),
      path,
      fields: Object.fromEntries(Object.entries(meta.fields).map(([name, field]) => [name, inCurrency(field)])),
    },
    texts,
  };
}

/** Entities to begin with that are whole: with a flow, rights and words in both languages. */
export function Templates({ api, taken }: { api: SchemaApi; taken: readonly EntityEntry[] }) {
  const { t } = useTranslation('designer');
  const culture = useCulture();
  const viewer = useViewer();
  const { faults, busy, create } = useCreating<EntityDocument>(
    { create: (document, key) => createAtFreePath(api, document, key) },
    () => '',
  );
  const wordOf = ({ document: { texts } }: Template, key: 'name') => {
    const word = (texts[culture] ?? texts['en-US'])?.[key];
    return typeof word === 'string' ? word : '';
  };
  const start = (template: Template) => {
    const document = startedFrom(template, taken, viewer.tenant.currency || 'USD');
    void create(() => document, `/designer/${document.meta.entity}`);
  };
  return (
    <section className="sheet-templates" aria-label={t('sheet.templates')}>
      <h2>{t('sheet.templates')}</h2>
      <ul className="design-cards">
        {templates.map((template) => (
          <li key={template.document.meta.entity} className="design-card">
            <button type="button" className="sheet-template" disabled={busy} onClick={() => start(template)}>
              <strong>{wordOf(template, 'name')}</strong>
              <span>{template.notes[culture] ?? template.notes['en-US']}</span>
            </button>
          </li>
        ))}
      </ul>
      {Object.values(faults).map((fault) => (
        <p key={fault} className="panel-trouble" role="alert">
          {fault}
        </p>
      ))}
    </section>
  );
}
