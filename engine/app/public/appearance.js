/* Before anything is drawn: the brightness that was chosen here, so that a dark page never starts white. */
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem('pro__APPEARANCE') || '{}').value;
    var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    var chosen = kept === 'dark' || kept === 'light' ? kept : system;
    var root = document.documentElement;
    root.dataset.theme = chosen;
    root.style.colorScheme = chosen;
    root.style.setProperty('--c-page', chosen === 'dark' ? '#121211' : '#f5f5f4');
  } catch {
    /* The system's own brightness stands. */
  }
})();
