import { Modal, Select } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredView, SavedView } from '../data/data-client.ts';
import { toDisplayError } from '../data/display-error.ts';
import { useDataClient } from '../data/client.ts';
import { useDropDown } from '../fields/pickers/use-dropdown.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';

interface Props {
  /** Null for a new one. */
  view: SavedView | null;
  /** Whether this person may give views to roles. */
  mayManage: boolean;
  onClose(): void;
  onSave(view: Omit<StoredView, 'state'>): Promise<void>;
}

const maxName = 60;

/** A view's name, who else sees it, whether it has a tab, whether the list opens with it. */
export function ListViewDialog({ view, mayManage, onClose, onSave }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { fields, set, ready, saving, failure, save } = useViewFields({ view, onClose, onSave });
  const { name, share, role, pinned, preferred } = fields;
  return (
    <Modal
      open
      centered
      width={460}
      title={t(view ? 'view.editTitle' : 'view.newTitle')}
      okText={t('view.save')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: !ready, loading: saving }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <form
        className="view-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void save();
        }}
      >
        <label htmlFor={`${id}-name`}>{t('view.name')}</label>
        <input
          id={`${id}-name`}
          className="plain-input"
          autoFocus
          value={name}
          maxLength={maxName}
          onChange={(event) => set({ name: event.target.value })}
        />
        <fieldset className="segments">
          <legend>{t('view.shareWith')}</legend>
          {(['mine', 'team', ...(mayManage ? (['role'] as const) : [])] as const).map((one) => (
            <label key={one}>
              <input type="radio" name={`${id}-share`} checked={one === share} onChange={() => set({ share: one })} />
              <span>{t(`view.share.${one}`)}</span>
            </label>
          ))}
        </fieldset>
        {share === 'role' ? <RolePicker value={role} onChange={(next) => set({ role: next })} /> : null}
        <label className="view-check">
          <input type="checkbox" checked={pinned} onChange={() => set({ pinned: !pinned })} /> {t('view.asTab')}
        </label>
        {share === 'team' ? null : (
          <label className="view-check">
            <input type="checkbox" checked={preferred} onChange={() => set({ preferred: !preferred })} />{' '}
            {t(share === 'role' ? 'view.preferredRole' : 'view.preferred')}
          </label>
        )}
      </form>
      {failure ? <ErrorPanel compact error={toDisplayError(failure)} onRetry={() => void save()} /> : null}
    </Modal>
  );
}

interface ViewFields {
  readonly name: string;
  readonly share: SavedView['share'];
  readonly role: string | null;
  readonly pinned: boolean;
  readonly preferred: boolean;
}

/** What is typed into the dialog, and how it is saved. */
function useViewFields({ view, onClose, onSave }: Omit<Props, 'mayManage'>) {
  const [fields, setFields] = useState<ViewFields>(() => ({
    name: view?.name ?? '',
    share: view?.share ?? 'mine',
    role: view?.role ?? null,
    pinned: view?.pinned ?? true,
    preferred: view?.preferred ?? false,
  }));
  const set = (change: Partial<ViewFields>) => setFields((before) => ({ ...before, ...change }));
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { name, share, role, preferred } = fields;
  const ready = name.trim() !== '' && (share !== 'role' || role !== null);
  const save = async () => {
    setSaving(true);
    setFailure(null);
    try {
      const saved = { ...fields, name: name.trim(), preferred: share === 'team' ? false : preferred };
      await onSave({ ...(view ? { id: view.id } : {}), ...saved });
      onClose();
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  };
  return { fields, set, ready, saving, failure, save };
}

/** The list of roles, as the wire calls it. */
const rolesPath = 'sysRole';

function RolePicker({ value, onChange }: { value: string | null; onChange: (role: string) => void }) {
  const { t } = useTranslation();
  const { choices, state, search } = useDropDown(useDataClient(), rolesPath, () => ({}));
  useEffect(() => search(''), [search]);
  return (
    <Select
      showSearch
      filterOption={false}
      aria-label={t('view.role')}
      placeholder={t('view.role')}
      value={value}
      loading={state === 'loading'}
      onSearch={search}
      onChange={(next) => onChange(String(next))}
      options={[...choices]}
    />
  );
}
