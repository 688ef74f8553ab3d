//! Texts that people give: names, titles and chat lines.
//!
//! Invariant: what comes out is plain text of one line that shows something, keeps to its length, and changes nothing
//! around it on a screen or in a log.

use std::borrow::Cow;
use std::sync::LazyLock;

use parlour_protocol::{CHAT_CHARS, NAME_CHARS};
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// The name of a player: what [`title`] takes, but nothing that looks like the name of a room's bot.
pub fn name(text: &str) -> Option<String> {
    title(text).filter(|name| !is_like_a_bot(name))
}

/// The title of a room: 1 to [`NAME_CHARS`] characters after trimming; none when `text` is no title.
pub fn title(text: &str) -> Option<String> {
    line(text, NAME_CHARS)
}

/// A chat line: 1 to [`CHAT_CHARS`] characters after trimming; none when `text` is no chat line.
pub fn chat(text: &str) -> Option<String> {
    line(text, CHAT_CHARS)
}

/// `wanted`, or with a number behind it when one of `taken` looks the same: `Ada`, `Ada 2`, `Ada 3`.
pub fn unlike<'a>(wanted: &str, taken: impl Iterator<Item = &'a str> + Clone) -> String {
    let free = |candidate: &str| {
        let candidate = Looks::of(candidate);
        taken.clone().all(|other| !Looks::of(other).are_like(&candidate))
    };
    (1u32..)
        .map(|number| match number {
            1 => wanted.to_owned(),
            _ => {
                let suffix = format!(" {number}");
                let kept = NAME_CHARS.saturating_sub(suffix.len());
                wanted.chars().take(kept).collect::<String>().trim_end().to_owned() + &suffix
            }
        })
        .find(|candidate| free(candidate))
        .expect("there are more numbers than names")
}

fn line(text: &str, most: usize) -> Option<String> {
    // Four bytes a character at most, and normalising joins no more than a few: longer texts are not even read.
    if text.len() > 16 * most || text.chars().any(is_unfit) {
        return None;
    }
    let clean = normal(text.trim(), |text| text.nfc().collect());
    let shows = clean.chars().any(|character| !is_invisible(character));
    (shows && (1..=most).contains(&clean.chars().count())).then(|| clean.into_owned())
}

/// A text in one of Unicode's normal forms. Plain ASCII is in all of them, which is seen much sooner than it is found out.
fn normal(text: &str, form: impl Fn(&str) -> String) -> Cow<'_, str> {
    if text.is_ascii() { text.into() } else { form(text).into() }
}

/// The characters of a name that show something, in the form in which their looks are compared.
fn visible(name: &str) -> String {
    let normal = normal(name, |name| name.nfkc().collect());
    normal.chars().filter(|&character| !is_invisible(character)).collect()
}

/// The skeleton of a text in UTS 39. Each ASCII character has its own, whatever stands beside it.
fn bones(text: &str) -> String {
    static PLAIN: LazyLock<Vec<String>> = LazyLock::new(|| {
        (0..128u8).map(|byte| skeleton(char::from(byte).encode_utf8(&mut [0])).collect()).collect()
    });
    match text.is_ascii() {
        true => text.bytes().map(|byte| PLAIN[usize::from(byte)].as_str()).collect(),
        false => skeleton(text).collect(),
    }
}

/// Characters that move, hide or break what stands beside them.
fn is_unfit(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{061C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
}

/// Characters that show nothing by themselves, though some join or shape their neighbours.
fn is_invisible(character: char) -> bool {
    character.is_whitespace()
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200C}' | '\u{200D}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a name is `Bot`, with a number or without, or looks so: seats that a bot plays are named like this. So does a
/// name that begins like this: cut short, to make room for a number, it would be one.
fn is_like_a_bot(name: &str) -> bool {
    static BOT: LazyLock<Looks> = LazyLock::new(|| Looks::of("Bot"));
    let letters = visible(name);
    let numbers = letters.char_indices().filter(|(_, character)| character.is_numeric()).map(|(at, _)| at);
    let mut beginnings = numbers.chain([letters.len()]).map(|end| &letters[..end]);
    beginnings.any(|start| Looks::of(start.trim_end_matches(char::is_numeric)).are_like(&BOT))
}

/// What a name looks like: the skeletons of UTS 39, in which letters that are taken for each other are the same.
struct Looks {
    /// As it is written, in which `I` is like `l`.
    written: String,
    /// The same in small letters: capitals of other scripts are like ours, though their small letters are not.
    lowered: String,
    /// Without regard to case, in which `I` is like `i`.
    folded: String,
}

impl Looks {
    fn of(name: &str) -> Looks {
        let visible = visible(name);
        let lower: String = visible.chars().flat_map(char::to_lowercase).collect();
        let folded = bones(&lower).chars().flat_map(char::to_lowercase).collect();
        let written = bones(&visible);
        Looks { lowered: written.to_lowercase(), written, folded }
    }

    fn are_like(&self, other: &Looks) -> bool {
        self.written == other.written || self.lowered == other.lowered || self.folded == other.folded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let check =
            |text: &str, expected: Option<&str>| assert_eq!(name(text).as_deref(), expected, "{text:?}");
        check("  Олена ", Some("Олена"));
        check("e\u{301}", Some("é"));
        check("<b>&", Some("<b>&"));
        check(&"ä".repeat(24), Some(&"ä".repeat(24)));
        check(&"ä".repeat(25), None);
        for bad in [
            "",
            "   ",
            "a\nb",
            "a\u{1b}[2J",
            "a\u{202e}b",
            "\u{200b}",
            "a\u{7}",
            "\u{3164}",
            "\u{2800}\u{ad}",
        ] {
            check(bad, None);
        }
        assert_eq!(chat(&"x".repeat(300)), Some("x".repeat(300)));
        assert_eq!(chat(&"x".repeat(301)), None);
        assert_eq!(chat(&"x".repeat(100_000)), None);
    }

    #[test]
    fn unlike_names() {
        let check = |wanted: &str, taken: &[&str], expected: &str| {
            assert_eq!(unlike(wanted, taken.iter().copied()), expected);
        };
        check("Ada", &[], "Ada");
        check("Ada", &["ada"], "Ada 2");
        check("ＡＤＡ", &["Ada", "Ada 2"], "ＡＤＡ 3");
        check("A\u{ad}da", &["Ada"], "A\u{ad}da 2");
        // Cyrillic letters, an I for an l, a zero for an O, rn for m.
        check("Аdа", &["Ada"], "Аdа 2");
        check("Ian", &["lan"], "Ian 2");
        check("ian", &["Ian"], "ian 2");
        check("0tto", &["Otto"], "0tto 2");
        check("Torn", &["Tom"], "Torn 2");
        check("André", &["Andre"], "André");
        let long = "x".repeat(24);
        check(&long, &[&long], &format!("{} 2", "x".repeat(22)));
    }

    #[test]
    fn plain_texts_have_the_looks_of_their_characters() {
        for pair in (0..128u8).flat_map(|first| (0..128u8).map(move |second| [first, second])) {
            let text = std::str::from_utf8(&pair).expect("ASCII is text");
            assert_eq!(bones(text), skeleton(text).collect::<String>(), "{text:?}");
            assert!(text.nfc().eq(text.chars()) && text.nfkc().eq(text.chars()), "{text:?}");
        }
    }

    #[test]
    fn no_player_is_called_like_a_bot() {
        for bad in
            ["Bot", "bot 2", "BOT 17", "B0t 1", "Вot 3", "Bot２", "ВОТ 4", "B\u{ad}ot", "Bоt", "Bot 17 x"]
        {
            assert_eq!(name(bad), None, "{bad}");
            assert!(title(bad).is_some(), "{bad}");
        }
        for good in ["Botho", "Robot", "Bob", "Bot and Bert", "Outside bot", "2 Bot", "Bo 2 t"] {
            assert!(name(good).is_some(), "{good}");
        }
    }
}
