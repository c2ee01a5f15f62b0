import { saveFile } from '../../kit/index.ts';

type File = { name: string; blob: Blob };

/**
 * Shows a PDF in a tab of its own, from where it is printed. The tab is opened while the click is still a click, or the browser
 * would keep it back; where it is still blocked, the file is saved.
 */
export async function openInTab(load: () => Promise<File>): Promise<File> {
  const tab = window.open('', '_blank');
  try {
    const file = await load();
    if (tab && file.blob.type === 'application/pdf') show(tab, file);
    else {
      tab?.close();
      saveFile(file);
    }
    return file;
  } catch (error) {
    tab?.close();
    throw error;
  }
}

function show(tab: Window, file: File): void {
  const url = URL.createObjectURL(file.blob);
  tab.location.replace(url);
  // The viewer has read it long before; what it printed from stays its own.
  setTimeout(() => URL.revokeObjectURL(url), 600_000);
}
