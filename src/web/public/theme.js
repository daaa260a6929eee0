// Runs before the first paint: the theme that was chosen on this device, if one was.
try {
  const chosen = localStorage.getItem('coppice-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch (error) {
  // A browser that keeps nothing for pages.
  if (!(error instanceof DOMException)) throw error;
}
