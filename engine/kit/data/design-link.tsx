import { LayoutOutlined } from '@ant-design/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useNarrow } from '../ui/use-narrow.ts';
import { useViewer } from './viewer.ts';

/** Whether a person may change schemas and finds the designer in their menu. */
const mayDesign = ({ adminType, preview, menus }: ReturnType<typeof useViewer>): boolean =>
  (adminType === '1' || adminType === '2') && !preview && menus.some(({ path }) => path === '/designer');

/** The chosen field: the one with the focus, or the one that had it before the button. */
const fieldAt = (element: Element | null): string | null =>
  element?.closest('[data-field]')?.getAttribute('data-field') ??
  element?.closest('[col-id]')?.getAttribute('col-id') ??
  null;

/** "Change this screen" in the head of a screen, for those who may: the designer opens at this screen, and at the field in use. */
export function DesignLink({ of, tab }: { of: string; tab?: 'list' | 'form' | 'detail' }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const navigate = useNavigate();
  const pointed = useRef<string | null>(null);
  const narrow = useNarrow();
  // The designer needs a wider screen.
  if (narrow || !mayDesign(viewer)) return null;
  const open = () => {
    const query = new URLSearchParams(tab ? { tab } : {});
    if (pointed.current) query.set('at', `fields.${pointed.current}`);
    navigate(`/designer/${of}${query.size > 0 ? `?${query}` : ''}`);
  };
  const words = t('design.change');
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={words}
      title={words}
      onPointerDown={() => (pointed.current = fieldAt(document.activeElement))}
      onFocus={({ relatedTarget }) => (pointed.current = fieldAt(relatedTarget) ?? pointed.current)}
      onClick={open}
    >
      <LayoutOutlined aria-hidden />
    </button>
  );
}
