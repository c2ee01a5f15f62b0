import { App } from 'antd';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { FrameIcon } from '../menu/frame-icons.tsx';

/** Toggles full screen; shows a message if the browser does not support it. */
export function FullscreenButton() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const full = useSyncExternalStore(listen, () => document.fullscreenElement !== null);
  const toggle = async () => {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      void message.error(t('shell.fullscreen.unsupported'));
    }
  };
  const label = t(full ? 'shell.fullscreen.leave' : 'shell.fullscreen.enter');
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => void toggle()}>
      <FrameIcon name={full ? 'shrink' : 'expand'} />
    </button>
  );
}

function listen(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}
