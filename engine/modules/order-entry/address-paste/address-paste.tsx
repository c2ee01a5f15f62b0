import { Button, Input, Modal } from 'antd';
import { useState, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { addressPartNames, looksLikeAddress, splitAddress, type SplitAddress } from '../../../core/index.ts';
import { AddressEdit, TextControl, useFieldHost, type EditProps } from '../../../kit/index.ts';
import './address-paste.css';
import { addressValue, fieldsAround, fieldValues } from './place-address.ts';

/** The field as ever, and beside it a way to paste a whole address; the split is shown before anything is filled in. */
export function Edit(props: EditProps) {
  const { t } = useTranslation();
  const [text, setText] = useState<string | null>(null);
  const { field, control, patch, onChange } = props;
  const { entity } = useFieldHost();
  const isComposite = field.meta.type === 'address';
  const around = fieldsAround(entity, field.name);

  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (control.disabled || !looksLikeAddress(pasted)) return;
    event.preventDefault();
    setText(pasted);
  };
  const fill = (found: SplitAddress) => {
    if (isComposite) onChange(addressValue(found));
    else patch(fieldValues(around, found));
    setText(null);
  };
  const Control = isComposite ? AddressEdit : TextControl;
  return (
    <div className="address-paste" onPasteCapture={onPaste}>
      <Control {...props} />
      <Button
        type="link"
        size="small"
        className="address-paste-open"
        disabled={control.disabled}
        onClick={() => setText('')}
      >
        {t('widget.addressPaste.open')}
      </Button>
      {text === null ? null : (
        <PasteDialog
          text={text}
          onText={setText}
          onFill={fill}
          onClose={() => setText(null)}
          wordOf={(part) => around.get(part)}
        />
      )}
    </div>
  );
}

interface PasteDialogProps {
  text: string;
  onText: (text: string) => void;
  onFill: (found: SplitAddress) => void;
  onClose: () => void;
  /** The field that takes a part, if one does. */
  wordOf: (part: (typeof addressPartNames)[number]) => string | undefined;
}

function PasteDialog({ text, onText, onFill, onClose, wordOf }: PasteDialogProps) {
  const { t } = useTranslation();
  const { words } = useFieldHost();
  const found = splitAddress(text);
  const shown = addressPartNames.filter((part) => found.parts[part] !== undefined);
  const label = (part: (typeof addressPartNames)[number]) => {
    const field = wordOf(part);
    return field ? words.field(field) : t(`widget.addressPaste.${part}`);
  };
  return (
    <Modal
      open
      centered
      title={t('widget.addressPaste.title')}
      okText={t('widget.addressPaste.fill')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: shown.length === 0 }}
      onOk={() => onFill(found)}
      onCancel={onClose}
    >
      <div className="address-paste-body">
        <label>
          <span>{t('widget.addressPaste.text')}</span>
          <Input.TextArea
            autoFocus
            autoSize={{ minRows: 5, maxRows: 10 }}
            value={text}
            onChange={({ target }) => onText(target.value)}
            placeholder={'Ann Lee\n350 5th Ave Fl 21\nNew York, NY 10118'}
          />
        </label>
        <dl aria-live="polite" aria-label={t('widget.addressPaste.found')}>
          {shown.map((part) => (
            <div key={part}>
              <dt>{label(part)}</dt>
              <dd>{found.parts[part]}</dd>
            </div>
          ))}
        </dl>
        {found.rest.length > 0 ? (
          <p className="address-paste-rest">{t('widget.addressPaste.rest', { text: found.rest.join(' · ') })}</p>
        ) : null}
      </div>
    </Modal>
  );
}
