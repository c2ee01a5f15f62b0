import { Button, Modal } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { applyCommands, usesOf, type Command } from '../../engine/core/index.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';

/** Says where fields are used before they go; lists may let go of them, rules and the like must be changed first. */
export function DeleteDialog({ fields, onClose }: { fields: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const document = useDesigner((state) => state.document);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const label = (name: string) => labelAt(words, `fields.${name}`) ?? name;
  const {
    uses,
    held: blocking,
    commands,
  } = useMemo(() => {
    const all = [...new Set(fields.flatMap((name) => usesOf(document.meta, name)))];
    const remove = fields.map((name): Command => ({ do: 'remove', at: `fields.${name}`, letGo: all.length > 0 }));
    const outcome = applyCommands(document, remove);
    return { uses: all, held: outcome.ok ? [] : outcome.issues.map(({ path }) => path), commands: remove };
  }, [document, fields]);
  const name = fields.length === 1 ? label(fields[0] ?? '') : t('designer.count', { count: fields.length });
  const go = () => {
    store.getState().run(t('designer.step.delete', { name }), commands);
    onClose();
  };
  return (
    <Modal
      open
      centered
      title={t('designer.delete', { name })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="primary" danger disabled={blocking.length > 0} onClick={go}>
            {uses.length > 0 ? t('designer.deleteLetGo') : t('designer.deleteGo')}
          </Button>
        </>
      }
    >
      <p>
        {blocking.length > 0
          ? t('designer.deleteHeld')
          : t(uses.length > 0 ? 'designer.deleteUses' : 'designer.deleteNote')}
      </p>
      <ul className="uses">
        {uses.map((use) => (
          <li key={use} data-held={blocking.includes(use) || undefined}>
            <code>{use}</code> {blocking.includes(use) ? t('designer.useHeld') : t('designer.useLetGo')}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
