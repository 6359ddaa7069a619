// Sets the colors that the reader chose before the page is painted. Without a choice they are those of the system.
try {
  const theme = localStorage.getItem("slip-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* Browsers can deny storage to files. */ }
