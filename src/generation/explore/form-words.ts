/** The words of forms in English, German, French, Spanish, Portuguese, Italian and Dutch. */

/** A pattern of whole words. Stems end with `\p{L}*`. */
function words(...languages: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${languages.join('|')})(?!\\p{L})`, 'iu');
}

/** The names of buttons that submit a form. */
export const submitWords = words(
  'submit|save|send|sign|log ?in|register|create|add|join|(?<!\\p{L} )order|place (?:your |my |the |an )?order|complete|continue|next|proceed|apply|update|change|confirm|book|post|search|find|go|subscribe|checkout|check out|start|finish|calculate|convert|ok|done|set|comment|reply|insert|new',
  'speichern|(?:ab)?senden|schicken|weiter|anmelden|einloggen|registrieren|hinzufügen|erstellen|anlegen|suchen|finden|bestätigen|übernehmen|anwenden|fertig|berechnen|anfordern|bestellen|buchen|ändern',
  'enregistrer|envoyer|ajouter|créer|continuer|suivant|valider|rechercher|chercher|connecter|connexion|inscrire|calculer|confirmer|appliquer|modifier|commander|réserver',
  'guardar|enviar|añadir|agregar|crear|continuar|siguiente|buscar|iniciar sesi\\p{L}*|registrar\\p{L}*|calcular|confirmar|aplicar|reservar',
  'salvar|adicionar|criar|próximo|entrar|pesquisar|salva|invia|aggiungi|crea|continua|avanti|cerca|accedi|registrati|iscriviti|calcola|conferma|prenota',
  'opslaan|verzenden|versturen|toevoegen|aanmaken|verder|volgende|zoeken|inloggen|aanmelden|registreren|bevestigen|berekenen',
);

const leaving =
  'cancel|back|previous|close|hide|toggle|x|menu|abbrechen|zurück|schließen|annuler|retour|précédent|fermer|cancelar|volver|atrás|cerrar|voltar|fechar|annulla|indietro|chiudi|annuleren|terug|vorige|sluiten';
/** The names of buttons that submit no form. Signs are no name. */
export const leavingWords = new RegExp(`^(?:${leaving}|[^\\p{L}\\p{N}]*)$`, 'iu');

export const searchWords = words(
  'search|filter|query|q|find|suche\\p{L}*|filtern|recherche\\p{L}*|chercher|buscar|busca|búsqueda|pesquisa\\p{L}*|cerca|ricerca|zoek\\p{L}*',
);

/** What a box says that has to be ticked. */
export const agreementWords = words(
  'agree|accept|terms|consent|akzeptiere\\p{L}*|stimme|einverstanden|zustimm\\p{L}*|accepte|acepto|aceito|accetto|acconsento|accepteer|akkoord',
);

/** The label of a field that asks for a value again. */
export const repeatWords =
  /\b(?:confirm|repeat|re-?type|re-?enter|again|verify)|bestätig|wiederhol|erneut|nochmal|répét|repet|repit|ripeti|conferm|herhaal|bevestig/i;

/** The first option of a list that asks to choose one. */
export const placeholderOption =
  /^(?:[-–—.…\s]+|(?:please )?(?:choose|select|pick)\b.*|(?:bitte )?(?:aus)?wählen\b.*|bitte .*|choisi.*|sélectionn.*|seleccion.*|selecion.*|elige.*|escolha.*|scegli.*|selezion.*|kies.*|[-–—].*[-–—])$/i;

/** What a person enters in fields with these words, the first that fits. */
export const valuesByLabel: readonly (readonly [RegExp, string])[] = [
  [/cc-number|card ?number|\bcard\b/i, '4111111111111111'],
  [/cc-exp|expir/i, '12/34'],
  [/cc-csc|\bcv[cv]\b/i, '123'],
  [/e-?mail|courriel|correo/i, 'ada.lovelace@example.com'],
  [/pass ?(?:word|phrase)|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord/i, 'Correct-Horse-42'],
  [
    /user-?_? ?name|nickname|\bhandle\b|\blogin\b|benutzername|nutzername|identifiant|pseudo|usuario|utilizador|nome utente|gebruikersnaam/i,
    'adalovelace',
  ],
  [/given-name|first[-_ ]?name|forename|vorname|prénom|voornaam/i, 'Ada'],
  [
    /family-name|last[-_ ]?name|surname|nachname|familienname|nom de famille|apellidos?|sobrenome|cognome|achternaam/i,
    'Lovelace',
  ],
  [words('city|town|(?:wohn)?ort|stadt|ville|ciudad|cidade|città|woonplaats|stad'), 'London'],
  [/address-level2/i, 'London'],
  [
    /\bzip\b|post(?:al)?[-_ ]?code|\bpostcode\b|\bplz\b|postleitzahl|code postal|código postal|\bcep\b|codice postale/i,
    '12345',
  ],
  [
    /street|address|straße|strasse|anschrift|adresse|\brue\b|calle|dirección|endereço|morada|indirizzo|straat|\badres\b/i,
    '12 St James Square',
  ],
  [/\b(?:state|region|province|county)\b|bundesland/i, 'Essex'],
  [words('country|land|pays|país|paese'), 'Germany'],
  [
    words(
      'phone|mobile|tel|telefon\\p{L}*|handy\\p{L}*|mobilnummer|téléphone|teléfono|móvil|telefone|telefono|cellulare|telefoon\\p{L}*',
    ),
    '+442079460018',
  ],
  [
    /organi[sz]ation|company|firma|unternehmen|société|entreprise|empresa|azienda|bedrijf/i,
    'Analytical Engines',
  ],
  [/\burl\b|web ?site|homepage|site web/i, 'https://example.com/ada'],
  [
    words(
      'age|year|quantity|qty|amount|price|cost|number of|count|hours|minutes|budget|weight|height|salary|duration|distance',
      'alter|jahr|menge|anzahl|betrag|preis|kosten|stunden|minuten|gewicht|stückzahl|dauer',
      'âge|année|quantité|montant|prix|nombre de|heures|poids|durée|edad|año|cantidad|importe|precio|número de|duración',
      'idade|ano|quantidade|preço|età|anno|quantità|importo|prezzo|leeftijd|jaar|aantal|bedrag|prijs|gewicht',
    ),
    '12',
  ],
  [words('date|birthday|datum|geburtstag|geburtsdatum|fecha|data'), '2031-05-14'],
  [words('name|nom|nombre|nome|naam'), 'Ada Lovelace'],
  [
    /message|comment|description|\bnotes?\b|\bbio\b|content|\bbody\b|feedback|review|\btext\b|nachricht|kommentar|beschreibung|bemerkung|notiz|mensaje|descripción|mensagem|messaggio|descrizione|bericht|opmerking|beschrijving/i,
    'A lantern for the garden path',
  ],
];
