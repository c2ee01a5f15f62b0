/** Face 2: the browser, for `engine/widgets` and `designer`. */
export { useDataClient } from './data/client.ts';
export { newKey } from './data/new-key.ts';
export {
  WireError,
  type DataClient,
  type EntityAnswer,
  type ListQueryParams,
  type Page,
  type WireRecord,
} from './data/data-client.ts';
export { entityWords, type EntityWords } from './data/entity-words.ts';
export { troubleLine, troubleOf } from './data/trouble.ts';
export { useEntity, type EntityState } from './data/use-entity.ts';
export { useValueContext, useViewer } from './data/viewer.ts';
export { AddressEdit } from './fields/address.tsx';
export { cellText, optionText } from './fields/cell-text.ts';
export { useFieldHost } from './fields/field-host.tsx';
export type { ControlProps, EditProps, FieldView, ReadProps } from './fields/field-view.ts';
export { TextControl } from './fields/text-control.tsx';
export type { Widget, WidgetViews } from './fields/widget.ts';
export { beginPreview } from './shell/preview.ts';
export { CopyableId } from './ui/copyable-id.tsx';
export { useCulture } from './ui/culture.ts';
export { EmptyState } from './ui/empty-state.tsx';
export { ErrorPanel } from './ui/error-panel.tsx';
export { Icon } from './ui/icon.tsx';
export { PageHeader } from './ui/page-header.tsx';
export { Skeleton } from './ui/skeletons.tsx';
export { StatusTag } from './ui/status-tag.tsx';
export { useConfirm } from './ui/use-confirm.ts';
export { useKeys } from './ui/use-keys.ts';
