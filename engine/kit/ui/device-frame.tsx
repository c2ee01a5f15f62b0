import { createCache, StyleProvider } from '@ant-design/cssinjs';
import { ConfigProvider } from 'antd';
import { useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { antdTheme } from './antd-theme.ts';
import { applyTokens, type ThemePreference } from './palette.ts';

/**
 * What is inside, in a window of its own: as wide as a device, so that the rules of styles for narrow screens hold as they
 * would there, and in colours of its own. It stays part of this page's tree.
 */
export function DeviceFrame({
  title,
  width,
  preference,
  culture,
  children,
}: {
  title: string;
  width: number;
  preference: ThemePreference;
  culture: string;
  children: ReactNode;
}) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const inside = frame?.contentDocument;
  const cache = useMemo(() => createCache(), []);
  const theme = useMemo(() => antdTheme(preference, false), [preference]);
  useLayoutEffect(() => {
    if (!inside) return;
    const copy = () => {
      const styles = [...document.querySelectorAll('link[rel=stylesheet], style:not([data-css-hash])')];
      inside.head.replaceChildren(
        ...styles.map((style) => inside.importNode(style, true)),
        ...inside.head.querySelectorAll('[data-css-hash]'),
      );
    };
    copy();
    // Styles that arrive later, with a part that is loaded when it is first drawn.
    const watcher = new MutationObserver((records) => {
      const isSheet = (node: Node) => node instanceof HTMLLinkElement || node instanceof HTMLStyleElement;
      if (records.some(({ addedNodes }) => [...addedNodes].some((node) => isSheet(node)))) copy();
    });
    watcher.observe(document.head, { childList: true });
    return () => watcher.disconnect();
  }, [inside]);
  useLayoutEffect(() => {
    if (!inside) return;
    inside.documentElement.lang = culture;
    inside.title = title;
    applyTokens(inside.documentElement, preference);
  }, [inside, preference, culture, title]);
  return (
    <>
      <iframe ref={setFrame} className="device-frame" title={title} style={{ width }} sandbox="allow-same-origin" />
      {inside
        ? createPortal(
            <StyleProvider cache={cache} container={inside.head}>
              <ConfigProvider theme={theme} getPopupContainer={() => inside.body}>
                {children}
              </ConfigProvider>
            </StyleProvider>,
            inside.body,
          )
        : null}
    </>
  );
}
