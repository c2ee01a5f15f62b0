import { useTranslation } from 'react-i18next';
import type { DropDown } from './use-dropdown.ts';

/** What a picker says when it has nothing to offer: still looking, nothing found, or out of reach. */
export function PickerEmpty({ state }: { state: DropDown['state'] }) {
  const { t } = useTranslation();
  const key = state === 'failed' ? 'field.searchFailed' : state === 'ready' ? 'field.searchEmpty' : 'field.searching';
  return (
    <span className="picker-empty" role="status">
      {t(key)}
    </span>
  );
}
