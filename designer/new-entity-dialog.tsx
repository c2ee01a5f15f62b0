import { Button, Input, Modal } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { checkDocument } from '../engine/index.ts';
import { newKey, troubleLine, WireError } from '../engine/react/index.ts';
import type { EntityEntry, SchemaApi } from './document/api.ts';
import { codeNameOf, newEntityDocument, pathOf } from './document/new-entity.ts';
import { useIssueLine } from './use-designer-words.ts';

const cultures = ['zh-CN', 'en-US'] as const;
/** What the first field is called; the words are data of the new entity, not of this dialog. */
type Names = Record<(typeof cultures)[number], string>;

/** Asks for the name in both languages, the code name and the address, and makes a draft of it. */
export function NewEntityDialog({
  api,
  taken,
  onClose,
}: {
  api: SchemaApi;
  taken: readonly EntityEntry[];
  onClose: () => void;
}) {
  const { t } = useTranslation('designer');
  const line = useIssueLine();
  const navigate = useNavigate();
  const [names, setNames] = useState<Names>({ 'zh-CN': '', 'en-US': '' });
  const [codes, setCodes] = useState<{ entity?: string; path?: string }>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const entity = codes.entity ?? codeNameOf(names['en-US']);
  const path = codes.path ?? pathOf(entity);

  const check = () => {
    const found: Record<string, string> = {};
    for (const culture of cultures) if (!names[culture].trim()) found[culture] = t('designer.needed');
    if (!entity) found['entity'] = t('designer.needed');
    if (taken.some((each) => each.entity === entity)) found['entity'] = t('designer.taken', { name: entity });
    const other = taken.find((each) => each.path.toLowerCase() === path.toLowerCase());
    if (other) found['path'] = t('schema.samePath', { path, other: other.name });
    const document = newEntityDocument({ names, entity, path }, wordsOfName(t));
    for (const issue of checkDocument(document)) found[issue.path] ??= line(issue);
    setFaults(found);
    return Object.keys(found).length === 0 ? document : null;
  };
  const create = async () => {
    const document = check();
    if (!document || busy) return;
    setBusy(true);
    try {
      await api.create(document, key);
      navigate(`/designer/${entity}`);
    } catch (error) {
      const issues = error instanceof WireError ? error.issues : [];
      const byPath = Object.fromEntries(issues.map((issue) => [issue.path, issue.message]));
      setFaults(Object.keys(byPath).length > 0 ? byPath : { '': troubleLine(error) });
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      centered
      title={t('designer.new')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void create()}>
            {t('designer.create')}
          </Button>
        </>
      }
    >
      <form
        className="dialog-form design-new"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        {cultures.map((culture, at) => (
          <Labelled key={culture} label={t(`designer.nameIn.${culture}`)} fault={faults[culture]}>
            {(control) => (
              <Input
                {...control}
                autoFocus={at === 0}
                lang={culture}
                maxLength={60}
                value={names[culture]}
                onChange={(event) => setNames({ ...names, [culture]: event.target.value })}
              />
            )}
          </Labelled>
        ))}
        <Labelled label={t('designer.codeName')} help={t('designer.codeNameHelp')} fault={faults['entity']}>
          {(control) => (
            <Input
              {...control}
              className="field-mono"
              value={entity}
              onChange={(event) => setCodes({ ...codes, entity: event.target.value })}
            />
          )}
        </Labelled>
        <Labelled label={t('designer.path')} help={t('designer.pathHelp')} fault={faults['path']}>
          {(control) => (
            <Input
              {...control}
              className="field-mono"
              value={path}
              onChange={(event) => setCodes({ ...codes, path: event.target.value })}
            />
          )}
        </Labelled>
        {Object.entries(faults)
          .filter(([at]) => !['entity', 'path', ...cultures].includes(at))
          .map(([at, fault]) => (
            <p key={at} className="field-fault" role="alert">
              {fault}
            </p>
          ))}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}

const wordsOfName = (t: (key: string) => string): Record<string, string> =>
  Object.fromEntries(cultures.map((culture) => [culture, t(`designer.fieldName.${culture}`)]));

interface Control {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** A label, its control, its help and its fault, tied together. */
export function Labelled({
  label,
  help,
  fault,
  children,
}: {
  label: ReactNode;
  help?: string;
  fault?: string | undefined;
  children: (control: Control) => ReactNode;
}) {
  const id = useId();
  const described = [help ? `${id}-help` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return (
    <div className="form-item">
      <label className="form-item-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': described || undefined })}
      {help ? (
        <p className="form-item-help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
      {fault ? (
        <p className="field-fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      ) : null}
    </div>
  );
}
