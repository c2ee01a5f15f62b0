/** Face 2: the browser, for `engine/modules` and `designer`. */
export { BoardBlock, useBlockQuery } from './boards/board-block.tsx';
export { useAnswer } from './data/use-answer.ts';
export { useDataClient, useOwnCalls } from './data/client.ts';
export { callsOver, type Given, type OwnCalls } from './data/own-calls.ts';
export type { Grantable, MenuDraft, MenuMoment } from '../../schemas/generated/calls.js';
export { newKey } from './data/new-key.ts';
export { saveFile } from './data/save-file.ts';
export { watchJob } from './data/watch-job.ts';
export {
  jobFailure,
  WireError,
  type DataClient,
  type EntityAnswer,
  type JobState,
  type ListQueryParams,
  type Page,
  type RowResult,
  type ShownBlock,
  type WireRecord,
} from './data/data-client.ts';
export { entityLabels, type EntityLabels } from './data/entity-labels.ts';
export { errorMessage, failedLine, failedToLoad, issueWords, toDisplayError } from './data/display-error.ts';
export { useEntity, type EntityState } from './data/use-entity.ts';
export { createKeyring } from './controllers/key-ring.ts';
export { useFieldHostOf } from './controllers/use-field-host.ts';
export { useSharedStation } from './data/shared-station.ts';
export { wordsOf } from './controllers/modules.ts';
export type { BulkDialogProps, ModuleParts, PanelProps, PublicPageProps } from './controllers/modules.ts';
export { moveBy, moveTo, siblings, type TreePosition, type PlaceChange } from './controllers/tree-moves.ts';
export { useRecordChanges } from './realtime/use-record-changes.ts';
export { useHasPermission, useValueContext, useViewer } from './data/viewer.ts';
export { AddressEdit } from './fields/types/address.tsx';
export { readNumberText } from './fields/controls/number-text.ts';
export { cellText, optionText } from './fields/controls/cell-text.ts';
export { createForm, type Form } from '@formily/core';
export { compileForm, plainSections } from './fields/form/compile-form.ts';
export { FieldHostProvider, useFieldHost, type FieldHost } from './fields/controls/field-host.tsx';
export { FormField, FormFrame } from './fields/form/form-field.tsx';
export { FormRow, FormSection } from './fields/form/form-section.tsx';
export { MarkButtons, withMark } from './fields/files/mark-tools.tsx';
export { MailPaper } from './screens/mail/mail-paper.tsx';
export { GridArranger } from './screens/grid-arranger.tsx';
export { gridTheme } from './screens/grid-theme.ts';
export { useGridWords } from './screens/use-grid-words.ts';
export { isTypeShown } from './controllers/list-columns.ts';
export { DeviceFrame } from './ui/device-frame.tsx';
export { createFormController, type FormController } from './controllers/form-controller.ts';
export { useThemePreference } from './ui/appearance.ts';
export { Fact } from './screens/detail-facts.tsx';
export { actorOf, clockIn } from './controllers/actor-facts.ts';
export { startRecord } from './controllers/form-values.ts';
export { FileButton } from './ui/file-button.tsx';
export { DraftNotice } from './layouts/draft-notice.tsx';
export { ErrorSummary } from './fields/form/error-summary.tsx';
export { FormView } from './fields/form/form-view.tsx';
export { formToolsOf } from './fields/form/form-tools-of.ts';
export type { FormTools } from './fields/controls/form-tools.tsx';
export { PickerEmpty } from './fields/pickers/picker-empty.tsx';
export { useDropDown, type Choice } from './fields/pickers/use-dropdown.ts';
export { useWidgets } from './fields/controls/widgets-context.tsx';
export type { ControlProps, EditProps, FieldView, ReadProps } from './fields/controls/field-view.ts';
export { isBlock, readBlock } from './fields/lines/paste-block.ts';
export { readTableFile } from './fields/lines/table-file.ts';
export { TextControl } from './fields/controls/text-control.tsx';
export type {
  Widget,
  WidgetEditProps,
  WidgetOptions,
  WidgetReadProps,
  Widgets,
  WidgetViews,
} from './fields/controls/widget.ts';
export { widgetIssue, widgetOptions } from './fields/controls/widget.ts';
export { beginPreview } from './data/preview.ts';
export { beep } from './ui/beep.ts';
export { CopyableId } from './ui/copyable-id.tsx';
export { CopyButton } from './ui/copy-button.tsx';
export { currentCulture, useCulture, useCultures, wantTexts } from './ui/culture.ts';
export { EmptyState } from './ui/empty-state.tsx';
export { ErrorPanel } from './ui/error-panel.tsx';
export { usePageTitle } from './ui/page-title.ts';
export { usePane } from './ui/pane.ts';
export { bringsKeyboard } from './ui/first-field.ts';
export { useNarrow } from './ui/use-narrow.ts';
export { removeStored, storeLocally, readStored } from './ui/local-storage.ts';
export { DayField } from './ui/day-field.tsx';
export { Icon } from './ui/icon.tsx';
export { ReasonField } from './ui/reason-field.tsx';
export { ScanBoard, ScanField } from './screens/scan-field.tsx';
export { PageHeader } from './ui/page-header.tsx';
export { Skeleton } from './ui/skeletons.tsx';
export { StatusTag, type TagTone } from './ui/status-tag.tsx';
export { useConfirm } from './ui/use-confirm.ts';
export { useKeys } from './ui/use-keys.ts';
