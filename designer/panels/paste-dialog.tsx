import { Alert, Button, Modal, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { planPaste, readCopied, type Copied } from '../document/clipboard.ts';
import type { Where } from '../document/form-moves.ts';
import { Labelled } from './labelled.tsx';
import { useDesigner, useDesignerStore } from '../store.ts';
import { useIssueLine, labelAt } from '../use-designer-words.ts';

/** Fields from the clipboard: their names here, and replacements for what does not exist here. */
export function PasteDialog({ where, text, onClose }: { where: Where; text: string; onClose: () => void }) {
  const { t } = useTranslation('designer');
  const copied = useMemo(() => readCopied(text), [text]);
  if (copied && copied.fields.length > 0) return <Paste where={where} copied={copied} onClose={onClose} />;
  return (
    <Modal
      open
      centered
      width={440}
      title={t('designer.paste')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <p>{t('designer.pasteNothing')}</p>
    </Modal>
  );
}

const leftOut = '';

function Paste({ where, copied, onClose }: { where: Where; copied: Copied; onClose: () => void }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const line = useIssueLine();
  const document = useDesigner((state) => state.document);
  const [choices, setChoices] = useState<Readonly<Record<string, string | null>>>({});
  const plan = useMemo(
    () => planPaste({ document, copied, where, target: null, choices }),
    [document, copied, where, choices],
  );
  // What was asked stays asked, so that an answer can be taken back.
  const [missing, setOpen] = useState(plan.missing);
  const fresh = plan.missing.filter(
    (each) => !missing.some(({ path, name }) => path === each.path && name === each.name),
  );
  if (fresh.length > 0) setOpen([...missing, ...fresh]);
  const go = () => {
    const name = t('designer.count', { count: copied.fields.length });
    const issues = store.getState().run(t('designer.step.paste', { name }), plan.commands);
    if (issues.length > 0) return;
    store.getState().select(Object.values(plan.names).map((each) => `fields.${each}`));
    onClose();
  };
  return (
    <Modal
      open
      centered
      title={t('designer.pasteFrom', { entity: copied.entity })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="primary" disabled={plan.missing.length + plan.issues.length > 0} onClick={go}>
            {t('designer.paste')}
          </Button>
        </>
      }
    >
      <div className="design-new">
        <ul className="uses">
          {Object.entries(plan.names).map(([from, to]) => (
            <li key={from}>
              <code>{to}</code> {from === to ? null : t('designer.pasteRenamed', { from })}
            </li>
          ))}
        </ul>
        {missing.map(({ path, name }) => {
          const key = `${path} ${name}`;
          const choose = (choice: string | null) => setChoices({ ...choices, [key]: choice });
          return <MissingField key={key} path={path} name={name} choice={choices[key]} onChoose={choose} />;
        })}
        {plan.issues.map((issue, at) => (
          <Alert key={at} type="error" showIcon message={line(issue)} description={issue.path} />
        ))}
      </div>
    </Modal>
  );
}

interface MissingFieldProps {
  path: string;
  name: string;
  /** Null: it is left out; undefined: not decided yet. */
  choice: string | null | undefined;
  onChoose: (choice: string | null) => void;
}

/** A field that the copied ones name and this entity lacks: another one instead, or none. */
function MissingField({ path, name, choice, onChoose }: MissingFieldProps) {
  const { t } = useTranslation('designer');
  const fields = useDesigner((state) => state.document.meta.fields);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  return (
    <Labelled label={t('designer.pasteMissing', { name })} help={path}>
      {(control) => (
        <Select
          {...control}
          className="field-select"
          showSearch
          optionFilterProp="label"
          value={choice === null ? leftOut : choice}
          options={[
            { value: leftOut, label: t('designer.pasteWithout') },
            ...Object.keys(fields).map((field) => ({
              value: field,
              label: labelAt(words, `fields.${field}`) ?? field,
            })),
          ]}
          onChange={(value: string) => onChoose(value === leftOut ? null : value)}
        />
      )}
    </Labelled>
  );
}
