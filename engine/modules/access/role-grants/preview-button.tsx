import { App, Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginPreview, newKey, errorMessage, useDataClient, useViewer } from '../../../kit/index.ts';
import { useAnswer } from './use-answer.ts';

/** Opens the product as the role sees it, read only. A member's role asks whose records it shall look at. */
export function PreviewButton({ id, member }: { id: string; member: boolean }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useDataClient();
  const { permissions } = useViewer();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!permissions.includes('sysRole:edit')) return null;

  const start = async (customer?: string) => {
    setBusy(true);
    try {
      const opened = await client.act('sysRole', { action: 'preview', input: { id, customer } }, newKey());
      beginPreview((opened as unknown as { token: string }).token);
    } catch (error) {
      message.error(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <>
      <Button loading={busy} onClick={() => (member ? setAsking(true) : void start())}>
        {t('action.preview')}
      </Button>
      {asking ? <AskCustomer busy={busy} onGo={start} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function AskCustomer({ busy, onGo, onClose }: { busy: boolean; onGo: (id: string) => unknown; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useDataClient();
  const [customer, setCustomer] = useState<string | null>(null);
  const found = useAnswer((signal) => client.dropDown('customer', {}, signal));
  return (
    <Modal
      open
      title={t('action.preview')}
      okText={t('action.preview')}
      okButtonProps={{ disabled: customer === null, loading: busy }}
      onOk={() => customer && onGo(customer)}
      onCancel={onClose}
    >
      <label className="role-preview-customer">
        <span>{t('widget.role-grants.customer')}</span>
        <Select
          showSearch
          optionFilterProp="label"
          value={customer}
          aria-label={t('widget.role-grants.customer')}
          options={(found ?? []).map(({ code, value }) => ({ value: code, label: value }))}
          onChange={setCustomer}
        />
      </label>
    </Modal>
  );
}
