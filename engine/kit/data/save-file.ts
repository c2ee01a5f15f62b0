/** Gives the person a file as a download of the browser. */
export function saveFile(file: { name: string; blob: Blob }): void {
  const url = URL.createObjectURL(file.blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(url);
}
