import { themeQuartz, type Theme } from 'ag-grid-community';
import { rowHeights, type Density } from '../controllers/list-columns.ts';
import { cssPalette as c } from '../ui/palette.ts';
import type { Brightness } from '../ui/tokens.ts';

/** The tokens in the grid's words, at one density. */
export function gridTheme(brightness: Brightness, density: Density): Theme {
  return themeQuartz.withParams({
    browserColorScheme: brightness,
    backgroundColor: c.surface,
    foregroundColor: c.text,
    accentColor: c.focus,
    borderColor: c.line,
    headerBackgroundColor: c.sunken,
    headerTextColor: c.textSoft,
    headerFontWeight: 500,
    headerFontSize: 13,
    rowHoverColor: c.hover,
    selectedRowBackgroundColor: c.infoSoft,
    rowHeight: rowHeights[density],
    headerHeight: Math.min(40, rowHeights[density] + 2),
    fontFamily: 'inherit',
    fontSize: density === 'compact' ? 13 : 14,
    spacing: 6,
    cellHorizontalPadding: 12,
    wrapperBorder: false,
    wrapperBorderRadius: 0,
    columnBorder: false,
    headerColumnResizeHandleColor: c.line,
    headerColumnResizeHandleHeight: '40%',
    iconSize: 14,
    valueChangeValueHighlightBackgroundColor: c.infoSoft,
  });
}
