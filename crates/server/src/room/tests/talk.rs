//! Chat of table and spectators, and quick phrases.

use parlour_engine::{GameKind, Variant};

use super::script::check;

fn rummikub() -> Variant {
    Variant::default_of(GameKind::Rummikub)
}

#[test]
fn each_channel_remembers_its_own_lines() {
    let mut script = "1 sit 0 => ok\n 2 join => ok\n 1 say first => ok | chat P1: first\n".to_owned();
    (0..60).for_each(|number| script += &format!("2 say line {number} => ok\n"));
    let sim = check(rummikub(), &script);
    let chat = &sim.room.state.chat;
    assert_eq!((chat.len(), chat[0].text.as_str(), chat[1].text.as_str()), (51, "first", "line 10"));
    let spectators = |line: &&std::sync::Arc<parlour_protocol::ChatLine>| {
        line.channel == parlour_protocol::Channel::Spectators
    };
    assert_eq!(chat.iter().filter(spectators).count(), 50);
}

#[test]
fn phrases_are_limited_for_each_player_alone() {
    check(
        rummikub(),
        "2 join => ok
         1 emote hello => ok | emote 1 Hello
         wait 1000 |
         1 emote good_luck => ok
         1 emote wow => ok
         1 emote wow => ok
         1 emote wow => rate_limited
         2 emote thanks => ok | emote 2 Thanks
         9 emote thanks => not_in_room
         wait 8999 |
         1 emote wow => rate_limited
         wait 1 |
         1 emote wow => ok | emote 1 Wow
         1 emote wow => rate_limited",
    );
}
