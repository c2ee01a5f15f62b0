import { Button, Input, Modal, type InputRef } from 'antd';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Issue } from '../../engine/core/index.ts';
import { freeName } from '../document/form-moves.ts';
import { fieldNameOf } from '../document/new-field.ts';
import { cultures, type Names } from '../document/names.ts';
import { useIssueLine } from '../use-designer-words.ts';
import { otherCulture, useFirstCulture, useNames } from '../tools/use-names.ts';
import { Labelled } from './labelled.tsx';

/** What is asked for in each language: the words `designer.<kind>In.<culture>`. */
export type NameKind = 'name' | 'label' | 'message';

interface NamedDialogProps {
  title: string;
  okText: string;
  kind: NameKind;
  names: Names;
  code: string;
  codeHelp: string;
  /** By culture, by `code`, and what else is wrong by any other key. */
  faults: Readonly<Record<string, string>>;
  /** The faults that `children` show themselves. */
  own?: readonly string[];
  /** The faults that `children` show themselves, outside the advanced part. */
  shown?: readonly string[];
  busy?: boolean;
  onNames: (names: Names) => void;
  onCode: (code: string) => void;
  onDone: () => void;
  onClose: () => void;
  before?: ReactNode;
  /** Shown beside the technical name. */
  advanced?: ReactNode;
  children?: ReactNode;
}

/** A dialog that begins with a name in every language and the name for programs; faults stand with what they are about. */
export function NamedDialog(props: NamedDialogProps) {
  const { title, okText, kind, names, code, codeHelp, faults, own = noKeys, shown = noKeys, busy = false } = props;
  const { onNames, onCode, onDone, onClose, before, advanced, children } = props;
  const { t } = useTranslation('designer');
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<InputRef>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [faults]);
  const isAdvancedOpen = ['code', ...own].some((at) => faults[at] !== undefined);
  return (
    <Modal
      open
      centered
      title={title}
      onCancel={onClose}
      afterOpenChange={(open) => open && first.current?.focus()}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={onDone}>
            {okText}
          </Button>
        </>
      }
    >
      <form
        className="dialog-form design-new"
        noValidate
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          onDone();
        }}
      >
        {before}
        <NameFields {...{ kind, names, faults, first, onNames }} />
        {children}
        <details className="option-advanced" open={isAdvancedOpen || undefined}>
          <summary>{t('designer.advanced')}</summary>
          <CodeField code={code} help={codeHelp} fault={faults['code']} onCode={onCode} />
          {advanced}
        </details>
        <OtherFaults faults={faults} placed={['code', ...cultures, ...own, ...shown]} />
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}

interface NameFieldsProps extends Pick<NamedDialogProps, 'kind' | 'names' | 'faults' | 'onNames'> {
  /** The first field, for the focus. */
  readonly first: RefObject<InputRef | null>;
}

/** The name in the reader's language and in the other one. */
function NameFields({ kind, names, faults, first, onNames }: NameFieldsProps) {
  const { t } = useTranslation('designer');
  const firstCulture = useFirstCulture();
  return (
    <>
      {[firstCulture, otherCulture(firstCulture)].map((culture, at) => (
        <Labelled
          key={culture}
          label={t(`designer.${kind}In.${culture}`)}
          fault={faults[culture]}
          {...(at > 0 ? { help: t('designer.maybeLater') } : {})}
        >
          {(control) => (
            <Input
              {...control}
              ref={at === 0 ? first : undefined}
              lang={culture}
              maxLength={kind === 'message' ? 200 : 100}
              value={names[culture]}
              onChange={(event) => onNames({ ...names, [culture]: event.target.value })}
            />
          )}
        </Labelled>
      ))}
    </>
  );
}

interface CodeFieldProps {
  readonly code: string;
  readonly help: string;
  readonly fault: string | undefined;
  onCode(code: string): void;
}

function CodeField({ code, help, fault, onCode }: CodeFieldProps) {
  const { t } = useTranslation('designer');
  return (
    <Labelled label={t('designer.codeName')} help={help} fault={fault}>
      {(control) => (
        <Input {...control} className="field-mono" value={code} onChange={(event) => onCode(event.target.value)} />
      )}
    </Labelled>
  );
}

/** The faults that no field shows. */
function OtherFaults({ faults, placed }: Pick<NamedDialogProps, 'faults'> & { placed: readonly string[] }) {
  return (
    <>
      {Object.entries(faults)
        .filter(([at]) => !placed.includes(at))
        .map(([at, fault]) => (
          <p key={at} className="field-fault" role="alert">
            {fault}
          </p>
        ))}
    </>
  );
}

const noKeys: readonly string[] = [];

/** What was asked for a new part of an entity. */
export interface NewPart {
  readonly name: string;
  readonly names: Names;
}

const maxCode = 40;

/** Asks for the names of a new part; what refuses it stays beside it, and nothing typed is lost. */
export function NewPartDialog({
  title,
  kind = 'name',
  stem,
  taken,
  check,
  onAdd,
  onClose,
  before,
  children,
}: {
  title: string;
  kind?: NameKind;
  /** What it is called for programs where its English name gives nothing. */
  stem: string;
  /** The names that are in use. */
  taken: Readonly<Record<string, unknown>>;
  /** Whether what `children` ask for is whole; where it is not, they say so themselves. */
  check?: () => boolean;
  onAdd: (part: NewPart) => readonly Issue[];
  onClose: () => void;
  before?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation('designer');
  const line = useIssueLine();
  const { first, names, setNames } = useNames();
  const [typed, setTyped] = useState<string | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const name = typed ?? freeName(taken, fieldNameOf(names['en-US']).slice(0, maxCode) || stem);
  const add = () => {
    const found: Record<string, string> = {};
    if (!names[first].trim()) found[first] = t('designer.needed');
    if (name in taken) found['code'] = t('designer.taken', { name });
    else if (!/^[a-z][a-zA-Z0-9]{0,49}$/.test(name)) found['code'] = t('rules.codeHint');
    if (check && !check()) found['children'] = '';
    if (Object.keys(found).length > 0) return setFaults(found);
    const issues = onAdd({ name, names });
    if (issues.length === 0) return onClose();
    setFaults(Object.fromEntries([...new Set(issues.map(line))].map((words, at) => [`issue${at}`, words])));
  };
  return (
    <NamedDialog
      title={title}
      okText={t('designer.add')}
      kind={kind}
      names={names}
      code={name}
      codeHelp={t('designer.fieldNameHelp')}
      faults={faults}
      shown={['children']}
      onNames={setNames}
      onCode={setTyped}
      onDone={add}
      onClose={onClose}
      before={before}
    >
      {children}
    </NamedDialog>
  );
}
