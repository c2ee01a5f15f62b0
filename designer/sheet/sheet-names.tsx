import { useTranslation } from 'react-i18next';
import { Labelled } from '../panels/labelled.tsx';
import { PickMany } from '../panels/parts.tsx';

/** Staff roles that may use the new entity, besides administrators. */
const roleTemplates = ['clerk', 'finance'] as const;

type Culture = 'zh-CN' | 'en-US';

/** What a person has typed themselves; the rest follows from it. */
export interface Said {
  readonly name?: string;
  readonly plural?: string;
  readonly other?: string;
  readonly entity?: string;
  readonly path?: string;
}

/** Names and roles of the new entity; names in the other language and code names are folded. */
export function SheetNames({
  first,
  second,
  name,
  plural,
  other,
  entity,
  path,
  faults,
  roles,
  onSay,
  onRoles,
}: Required<Said> & {
  readonly first: Culture;
  readonly second: Culture;
  readonly faults: Readonly<Record<string, string>>;
  readonly roles: readonly string[];
  readonly onSay: (next: Said) => void;
  readonly onRoles: (roles: readonly string[]) => void;
}) {
  const { t } = useTranslation('designer');
  return (
    <section className="sheet-names" aria-label={t('sheet.about')}>
      <Labelled label={t('sheet.name')} fault={faults['name']}>
        {(control) => (
          <input
            {...control}
            autoFocus
            lang={first}
            maxLength={60}
            value={name}
            onChange={(event) => onSay({ name: event.target.value })}
          />
        )}
      </Labelled>
      {first === 'en-US' ? (
        <Labelled label={t('sheet.plural')}>
          {(control) => (
            <input
              {...control}
              lang={first}
              maxLength={60}
              value={plural}
              onChange={(event) => onSay({ plural: event.target.value })}
            />
          )}
        </Labelled>
      ) : null}
      <PickMany
        label={t('sheet.roles')}
        values={roles}
        choices={roleTemplates.map((role) => ({ value: role, label: t(`access.role.${role}`) }))}
        onChange={onRoles}
      />
      <Advanced {...{ second, other, entity, path, faults, onSay }} />
    </section>
  );
}

/** The name in the other language, and those for programs. */
function Advanced({
  second,
  other,
  entity,
  path,
  faults,
  onSay,
}: Pick<Required<Said>, 'other' | 'entity' | 'path'> & {
  readonly second: Culture;
  readonly faults: Readonly<Record<string, string>>;
  readonly onSay: (next: Said) => void;
}) {
  const { t } = useTranslation('designer');
  const isOpen = faults['entity'] !== undefined || faults['path'] !== undefined;
  return (
    <details className="sheet-advanced" open={isOpen || undefined}>
      <summary>{t('designer.advanced')}</summary>
      <Labelled label={t(`sheet.other.${second}`)} help={t('sheet.otherHelp')}>
        {(control) => (
          <input
            {...control}
            lang={second}
            maxLength={60}
            value={other}
            onChange={(event) => onSay({ other: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('designer.codeName')} help={t('designer.codeNameHelp')} fault={faults['entity']}>
        {(control) => (
          <input
            {...control}
            className="field-mono"
            value={entity}
            onChange={(event) => onSay({ entity: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('designer.path')} help={t('designer.pathHelp')} fault={faults['path']}>
        {(control) => (
          <input
            {...control}
            className="field-mono"
            value={path}
            onChange={(event) => onSay({ path: event.target.value })}
          />
        )}
      </Labelled>
    </details>
  );
}
